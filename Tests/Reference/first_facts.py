#!/usr/bin/env python3
"""The backend's first pricing and its payments, said again: witnesses for rules/umuve-v1.yaml and rules/umuve-payouts.yaml.

    first_facts.py check FILE...                  as in backend_facts.py
    first_facts.py first SEED COUNT OVERLAY       random bookings of the first pricing, under random prices and zones
    first_facts.py payments SEED COUNT            random payments
"""

import datetime
import json
import random
import sys

sys.dont_write_bytecode = True

from backend_facts import Configuration, duration, estimate, random_configuration, random_entry, same, zone_surge

FALLBACK = {"furniture": 75.0, "appliances": 100.0, "electronics": 50.0, "construction": 85.0, "yard_waste": 60.0,
            "general": 45.0}


def first_price(category, conf):
    return conf.rules[category] if category in conf.rules else FALLBACK.get(category.lower(), 55.0)


def booking(request, now, conf):
    items, subtotal, pieces = [], 0.0, 0
    for entry in request["items"]:
        quantity = int(entry.get("quantity", 1))
        category = entry.get("category")
        if not category:
            continue
        price = first_price(category, conf)
        subtotal += price * quantity
        pieces += quantity
        items.append({"category": category, "quantity": quantity, "unit_price": round(price, 2),
                      "line_total": round(price * quantity, 2)})
    if pieces == 0:
        return 400, {"error": "At least one item with a valid category is required"}
    rate = 0.15 if pieces >= 7 else 0.10 if pieces >= 4 else 0.0
    adjustment = round(-(subtotal * rate), 2)
    zone = zone_surge(now, conf)
    surged = (99.0 + subtotal + adjustment) * zone
    fee = round(surged * 0.08, 2)
    return 200, {"success": True, "estimate": {
        "base_price": 99.0, "item_total": round(subtotal, 2), "items": items, "volume_adjustment": adjustment,
        "surge_multiplier": zone, "service_fee": fee, "total": round(surged + fee, 2),
        "estimated_duration": 30 + 8 * pieces}}


def hybrid(request, now, conf):
    items, total = [], 0.0
    for name in request.get("items", []):
        if name in conf.rules:
            items.append({"item_type": name, "price": conf.rules[name]})
            total += conf.rules[name]
        else:
            items.append({"item_type": name, "price": 0.0, "note": "no pricing rule found"})
    volume = float(request.get("volume") or 0)
    yards = volume * 35.0 if volume > 0 else 0.0
    zone = zone_surge(now, conf)
    subtotal = total + yards
    surged = subtotal * zone
    return 200, {"success": True, "estimate": {
        "item_total": round(total, 2), "items": items, "volume_price": round(yards, 2), "subtotal": round(subtotal, 2),
        "surge_multiplier": zone, "surged_subtotal": round(surged, 2), "service_fee": 15.0,
        "total": round(surged + 15.0, 2)}}


def portal(request, now, conf):
    quantity = int(request.get("quantity", 1))
    subtotal = 99.0 + first_price(request.get("itemCategory") or request.get("category") or "general", conf) * quantity
    fee = round(subtotal * 0.08, 2)
    return 200, {"success": True, "estimate": {
        "subtotal": round(subtotal, 2), "serviceFee": fee, "tax": 0, "total": round(subtotal + fee, 2),
        "estimatedDuration": duration(30 + 8 * quantity),
        "truckSize": "Large Truck" if quantity > 5 else "Standard Truck"}}


FORMS = {"/api/booking/estimate": booking, "/api/pricing/estimate": hybrid, "/api/bookings/estimate": portal}


def payment(request, now, conf):
    found = estimate(request["items"], request.get("scheduled_date"), now, conf)
    tip, stored = request.get("tip_amount") or 0, request.get("operator_commission_rate")
    amount = round(found["total"] + tip, 2)
    commission, fee = round(amount * 0.20, 2), round(amount * 0.08, 2)
    gross = round(amount - commission - fee, 2)
    operator = 0.0 if stored is None else round(gross * (stored or 0.15), 2)
    shared = {"amount": amount, "service_fee": fee, "commission": commission, "tip_amount": float(tip),
              "payout_status": "pending"}
    return 201, {
        "job_total_price": found["total"], "job_service_fee": found["service_fee"],
        "after_create_intent": {**shared, "driver_payout_amount": max(0, gross), "operator_payout_amount": 0.0,
                                "payment_status": "pending"},
        "after_webhook_succeeded": {**shared, "driver_payout_amount": max(0, round(gross - operator, 2)),
                                    "operator_payout_amount": operator, "payment_status": "succeeded"}}


def answer(path, request, now, conf):
    try:
        return (FORMS[path] if path else payment)(request, now, conf)
    except (TypeError, ValueError, OverflowError, AttributeError, KeyError):
        return 500, {"error": "Internal server error"}


def random_request(dice, path):
    if path == "/api/booking/estimate":
        return {"items": [random_entry(dice) for _ in range(dice.randint(1, 5))]}
    if path == "/api/bookings/estimate":
        entry = random_entry(dice)
        return {**entry, "itemCategory": entry.pop("category", None)}
    if path:
        names = [random_entry(dice).get("category") or "piano" for _ in range(dice.randint(0, 4))]
        return {"items": names, "volume": dice.choice([None, 0, -2, "4", "x", True, 3.7, dice.random() * 20])}
    entries = [{**random_entry(dice), "quantity": dice.randint(1, 18)} for _ in range(dice.randint(1, 5))]
    return {"items": entries, "scheduled_date": f"2026-03-{dice.randint(1, 14):02}",
            "tip_amount": dice.choice([0, 5, None, dice.randint(0, 5000) / 100]),
            "operator_commission_rate": dice.choice([None, 0, 0.1, 0.15, dice.randint(0, 400) / 1000])}


def overlay(conf):
    rows = ["let:"]
    if conf.rules:
        rows += ["  price_rule:", "    rows: |"]
        rows += [f'      | "{key}" || ${price} |' for key, price in conf.rules.items()]
    if conf.zones:
        rows += ["  zone_surge:", "    rows: |"]
        for multiplier, start, end, days in conf.zones:
            clock = f'["{start}".."{end}"]' if start and end else f'>= "{start}"' if start else f'<= "{end}"' if end else "-"
            rows.append(f"      | {', '.join(map(str, days)) or '-'} | {clock} || {multiplier} |")
    return "\n".join(rows) + "\n" if len(rows) > 1 else "let: {}\n"


def check(name):
    wrong = 0
    for line in open(name):
        record = json.loads(line)
        now = datetime.datetime.fromisoformat(record["as_of"].replace("Z", ""))
        status, response = answer(record.get("path"), record["request"], now, Configuration())
        if status != record["status"] or not same(response, record["response"]):
            wrong += 1
            print(f"{name}: {record['id']}: {status} {json.dumps(response)[:600]}")
    print(f"{name}: {wrong} otherwise")


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "check":
        for name in arguments:
            check(name)
        return
    dice, conf = random.Random(int(arguments[0])), Configuration()
    if command == "first":
        conf = random_configuration(dice)
        conf.rules = {key: abs(price) for key, price in conf.rules.items()}
        with open(arguments[2], "w") as file:
            file.write(overlay(conf))
    for number in range(int(arguments[1])):
        now = datetime.datetime(2026, 3, dice.randint(1, 14), dice.randint(0, 23), dice.randint(0, 59), dice.randint(0, 59))
        path = dice.choice(list(FORMS)) if command == "first" else None
        request = random_request(dice, path)
        status, response = answer(path, request, now, conf)
        print(json.dumps({"id": f"r{number}", "as_of": now.isoformat() + "Z", "path": path, "request": request,
                          "status": status, "response": response}))


if __name__ == "__main__":
    main()
