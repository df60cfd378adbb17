#!/usr/bin/env python3
"""Promo codes of the backend, said again: a witness for rules/umuve-backend/promos.yaml and what is laid over it.

    promo_facts.py check RECORD FILE...        recordings made under the rows of RECORD, in their order; the service
                                               area aside
    promo_facts.py random SEED COUNT RECORD    random validations, then bookings, under random codes written as a record
"""

import datetime
import json
import random
import sys

sys.dont_write_bytecode = True

from backend_facts import Configuration, estimate, maybe, random_entry

IGNORED = {"id", "customer_id", "promo_code_id", "job_id", "confirmation_code", "created_at", "updated_at"}


def problem(promo, amount, now):
    if promo is None:
        return "Promo code not found."
    if not promo["is_active"]:
        return "This promo code is no longer active."
    if promo["expires_at"] and now > datetime.datetime.fromisoformat(promo["expires_at"]):
        return "This promo code has expired."
    if promo["max_uses"] is not None and promo["use_count"] >= promo["max_uses"]:
        return "This promo code has reached its usage limit."
    if promo["min_order_amount"] and amount < promo["min_order_amount"]:
        return f"Minimum order of ${promo['min_order_amount']:.2f} required for this promo code."
    return None


def discount(promo, amount):
    found = promo["discount_value"]
    if promo["discount_type"] == "percentage":
        found = round(amount * (promo["discount_value"] / 100.0), 2)
        if promo["max_discount"] is not None:
            found = min(found, promo["max_discount"])
    return round(min(found, amount), 2)


def validate(request, now, promos):
    code = request.get("code")
    if not code or not code.strip():
        return 400, {"error": "Promo code is required."}
    try:
        amount = float(request.get("order_amount", 0))
    except ValueError:
        return 400, {"error": "order_amount must be a number."}
    promo = promos.get(code.strip().upper())
    wrong = problem(promo, amount, now)
    if wrong:
        return 400, {"error": wrong, "valid": False}
    off = discount(promo, amount)
    shown = ["code", "discount_type", "discount_value", "max_discount", "min_order_amount"]
    return 200, {"discount_amount": off, "new_total": round(amount - off, 2), "valid": True,
                 "promo": {key: promo[key] for key in shown}}


def book(request, now, promos):
    found = estimate(request["items"], request.get("scheduled_date") or request.get("scheduledDate"), now, Configuration())
    date, code, off, total = request.get("scheduled_date") or request.get("scheduledDate"), None, 0.0, found["total"]
    if request.get("promo_code"):
        code = promos.get(request["promo_code"].strip().upper())
        wrong = problem(code, total, now)
        if wrong:
            return 400, {"error": wrong}
        off = discount(code, total)
        total = round(total - off, 2)
        code["use_count"] += 1
    return 201, {
        "success": True,
        "job": {
            "address": request["address"], "lat": request.get("lat"), "lng": request.get("lng"), "notes": "",
            "items": request["items"], "photos": [], "before_photos": [], "after_photos": [],
            "scheduled_at": f"{date}T09:00:00" if date else None, "base_price": found["base_price"],
            "item_total": found["items_subtotal"], "service_fee": found["service_fee"],
            "surge_multiplier": found["surge_multiplier"], "discount_amount": off, "total_price": total,
            "status": "pending", "rescheduled_count": 0, "cancellation_fee": 0.0, "volume_price": 0.0,
            "volume_adjustment_proposed": False},
        "payment": {
            "amount": total, "service_fee": found["service_fee"], "commission": 0.0, "tip_amount": 0.0,
            "driver_payout_amount": 0.0, "operator_payout_amount": 0.0, "payment_status": "pending",
            "payout_status": "pending"}}


def answer(path, request, now, promos):
    return (book if path == "/api/booking" else validate)(request, now, promos)


def random_codes(dice):
    codes = ["TEN", "FLAT", "CAPPED", "ONCE", "LATE", "OFF", "ODD12", "FREE", "SMALL", "TWICE"]
    for code in dice.sample(codes, dice.randint(2, len(codes))):
        kind = dice.choice(["percentage", "fixed"])
        yield {
            "code": code, "discount_type": kind, "is_active": dice.random() < 0.85,
            "discount_value": dice.choice([10.0, 12.5, 20.0, 33.0, 100.0, dice.randint(0, 10000) / 100]),
            "min_order_amount": maybe(dice, 0.0, None, 100.0, dice.randint(0, 30000) / 100),
            "max_discount": maybe(dice, None, 0.0, 50.0, dice.randint(0, 9999) / 100),
            "max_uses": maybe(dice, None, 0, 1, 7), "use_count": maybe(dice, 0, 1, 5),
            "expires_at": maybe(dice, None, "2026-03-07 00:00:00.000000", "2026-02-01 00:00:00.000000",
                                "2026-03-10 12:30:00.000000")}


def random_request(dice, path, codes):
    def spelled():
        code = dice.choice(codes + ["NOPE"])
        return dice.choice([code, code.lower(), f" {code} ", code.title()])

    if path == "/api/promos/validate":
        amount = maybe(dice, dice.randint(1, 60000) / 100, 0, -5, -12.5, "99.5", " 1e2 ", "ten", "", 1e15)
        request = {"code": maybe(dice, spelled(), spelled(), spelled(), "", "  ", None), "order_amount": amount}
        return request if dice.random() < 0.95 else {"code": request["code"]}
    request = {"address": "1 Test Way", "estimated_price": 1, "customerEmail": "guest@example.com",
               "items": [{**random_entry(dice), "quantity": dice.randint(1, 12)} for _ in range(dice.randint(1, 4))]}
    for item in request["items"]:
        item["category"] = item.get("category") or "general"
        item["size"] = item.get("size") or "small"
    if dice.random() < 0.7:
        request["promo_code"] = spelled()
    if dice.random() < 0.6:
        request[dice.choice(["scheduled_date", "scheduledDate"])] = f"2026-03-{dice.randint(1, 14):02}"
    return request


def trimmed(value):
    """Without what differs from run to run, and without nulls."""
    if isinstance(value, dict):
        return {key: trimmed(part) for key, part in value.items() if key not in IGNORED and part is not None}
    return [trimmed(part) for part in value] if isinstance(value, list) else value


def check(record, names):
    promos = {row["code"]: dict(row) for row in json.load(open(record))["db_rows"]["promo_codes"]}
    for name in names:
        wrong = 0
        for line in open(name):
            recorded = json.loads(line)
            now = datetime.datetime.fromisoformat(recorded["as_of"].replace("Z", ""))
            status, response = answer(recorded["path"], recorded["request"], now, promos)
            if status != recorded["status"] or trimmed(response) != trimmed(recorded["response"]):
                wrong += 1
                print(f"{recorded['id']}: {status} {json.dumps(trimmed(response))}\n{json.dumps(trimmed(recorded['response']))}")
        print(f"{name}: {wrong} otherwise")


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "check":
        check(arguments[0], arguments[1:])
        return
    dice = random.Random(int(arguments[0]))
    promos = {row["code"]: row for row in random_codes(dice)}
    with open(arguments[2], "w") as file:
        json.dump({"db_rows": {"promo_codes": list(promos.values())}}, file)
    now = datetime.datetime(2026, 3, 5, 12)
    for number in range(int(arguments[1])):
        now += datetime.timedelta(minutes=dice.choice([0, 1, 30, 150]) * 300 // int(arguments[1]))
        path = "/api/promos/validate" if number < int(arguments[1]) // 2 else "/api/booking"
        request = random_request(dice, path, list(promos))
        status, response = answer(path, request, now, promos)
        print(json.dumps({"id": f"r{number}", "as_of": now.isoformat() + "Z", "path": path, "request": request,
                          "status": status, "response": response}))


if __name__ == "__main__":
    main()
