#!/usr/bin/env python3
"""What the recorded backend does, said again in its own language, from the facts: a witness for rules/umuve-backend.yaml.

    backend_facts.py check FILE...        recordings: prints those that this file answers otherwise
    backend_facts.py random SEED COUNT    random bookings of all three estimate endpoints with their replies, as records
    backend_facts.py configured SEED COUNT OVERLAY
                                          the same under random prices, zones, rates and tiers, written as an overlay
    backend_facts.py database SEED COUNT RECORD
                                          the same under random database rows, written as a record of them

Every step is binary64 in the order written; round is Python's own.
"""

import datetime
import json
import random
import sys

PRICES = {
    "furniture": {"small": 45.0, "medium": 65.0, "large": 85.0, "default": 65.0},
    "appliances": {"small": 60.0, "medium": 90.0, "large": 120.0, "default": 90.0},
    "electronics": {"small": 25.0, "medium": 35.0, "large": 50.0, "default": 35.0},
    "hot_tub": {"small": 250.0, "medium": 325.0, "large": 400.0, "default": 325.0},
    "yard_waste": {"default": 35.0},
    "construction": {"default": 55.0},
    "mattress": {"default": 50.0},
    "general": {"default": 30.0},
    "other": {"default": 30.0},
}


class Configuration:
    """The database rows in force."""

    def __init__(self):
        self.rules = {}
        self.zones = []
        self.tiers = [(1, 3, 0.0), (4, 7, 0.10), (8, 15, 0.15), (16, None, 0.20)]
        self.minimum = 89.0
        self.fee = 0.08
        self.same_day, self.next_day, self.weekend = 0.25, 0.10, 0.15


def unit_price(category, size, conf):
    kind, tidy = category.lower(), (size or "").lower().strip()
    if tidy and f"{kind}:{tidy}" in conf.rules:
        return conf.rules[f"{kind}:{tidy}"]
    if kind in conf.rules:
        return conf.rules[kind]
    prices = PRICES.get(kind)
    if prices is None:
        return 30.0
    return prices.get(tidy, prices["default"]) if tidy else prices["default"]


def percent(rate):
    return int(rate * 100)


def scheduled(text):
    if not isinstance(text, str):
        return None
    try:
        return datetime.datetime.strptime(text[:10], "%Y-%m-%d").date()
    except ValueError:
        return None


def time_surge(text, now, conf):
    day = scheduled(text)
    if day is None:
        return 0.0, []
    rate, reasons = 0.0, []
    lead = (day - now.date()).days
    if lead <= 0:
        rate += conf.same_day
        reasons.append(f"Same-day pickup (+{percent(conf.same_day)}%)")
    elif lead == 1:
        rate += conf.next_day
        reasons.append(f"Next-day pickup (+{percent(conf.next_day)}%)")
    if day.weekday() >= 5:
        rate += conf.weekend
        reasons.append(f"Weekend pickup (+{percent(conf.weekend)}%)")
    return rate, reasons


def zone_surge(now, conf):
    found, clock = 1.0, now.strftime("%H:%M")
    for multiplier, start, end, days in conf.zones:
        if days and now.weekday() not in days:
            continue
        if start and clock < start or end and clock > end:
            continue
        found = max(found, multiplier)
    return found


def estimate(entries, date, now, conf):
    items, subtotal, pieces = [], 0.0, 0
    for entry in entries:
        category = entry.get("category") or "other"
        quantity = int(entry.get("quantity", 1))
        if quantity <= 0:
            continue
        price = unit_price(category, entry.get("size"), conf)
        line = price * quantity
        subtotal += line
        pieces += quantity
        item = {"category": category, "quantity": quantity, "unit_price": round(price, 2), "line_total": round(line, 2)}
        if entry.get("size"):
            item["size"] = entry["size"]
        items.append(item)
    rate = next((r for low, high, r in conf.tiers if low <= pieces and (high is None or pieces <= high)), 0.0)
    discount = round(subtotal * rate, 2)
    base = round(subtotal - discount, 2)
    zone = zone_surge(now, conf)
    surge, reasons = time_surge(date, now, conf)
    multiplier = zone * (1.0 + surge)
    if zone > 1:
        reasons.insert(0, f"High-demand zone (x{round(zone, 2)})")
    surged = round(base * multiplier, 2)
    fee = round(surged * conf.fee, 2)
    raw = round(surged + fee, 2)
    total = max(raw, conf.minimum)
    truck = "Standard Pickup" if pieces <= 5 else "Large Truck" if pieces <= 12 else "Extra-Large Truck / Multiple Loads"
    return {
        "items": items, "items_subtotal": round(subtotal, 2), "volume_discount_rate": rate, "volume_discount": discount,
        "volume_discount_label": f"{percent(rate)}% volume discount ({pieces} items)" if rate > 0 else None,
        "base_price": base, "surge_multiplier": round(multiplier, 4), "surge_amount": round(surged - base, 2),
        "surge_reasons": reasons, "service_fee": fee, "minimum_job_price": conf.minimum,
        "minimum_applied": total > raw, "total": total, "total_quantity": pieces, "truck_size": truck,
        "estimated_duration": 30 + 8 * pieces,
    }


def booking_form(request, now, conf):
    if not request:
        return 400, {"error": "Request body is required"}
    if not request.get("items"):
        return 400, {"error": "items array is required"}
    found = estimate(request["items"], request.get("scheduledDate") or request.get("scheduled_date"), now, conf)
    if found["total_quantity"] == 0:
        return 400, {"error": "At least one item with a valid category is required"}
    return 200, {"success": True, "estimate": found}


def pricing_form(request, now, conf):
    entries = list(request.get("items", []))
    if entries and not isinstance(entries[0], dict):
        entries = [{"category": name} for name in entries]
    volume = request.get("volume")
    if volume and float(volume) > 0:
        entries.append({"category": "yard_waste", "quantity": int(float(volume))})
    date = request.get("scheduledDate") or request.get("scheduled_date")
    return 200, {"success": True, "estimate": estimate(entries, date, now, conf)}


def duration(minutes):
    if minutes <= 60:
        return f"{minutes} minutes"
    hours = minutes // 60
    return f"{hours} hour(s)" if minutes % 60 == 0 else f"{hours}-{hours + 1} hours"


def portal_form(request, now, conf):
    entries = request.get("items")
    if not entries:
        entries = [{"category": request.get("itemCategory") or request.get("category") or "general",
                    "quantity": request.get("quantity", 1), "size": request.get("size")}]
    found = estimate(entries, request.get("scheduledDate") or request.get("scheduled_date"), now, conf)
    reply = {key: found[key] for key in (
        "total", "items_subtotal", "items", "volume_discount", "volume_discount_label", "surge_multiplier",
        "surge_amount", "surge_reasons", "minimum_applied")}
    reply.update(
        subtotal=found["base_price"], serviceFee=found["service_fee"], tax=0, truckSize=found["truck_size"],
        estimatedDuration=duration(found["estimated_duration"]))
    return 200, {"success": True, "estimate": reply}


FORMS = {
    "/api/booking/estimate": booking_form,
    "/api/pricing/estimate": pricing_form,
    "/api/bookings/estimate": portal_form,
}


def answer(path, request, now, conf):
    try:
        return FORMS[path](request, now, conf)
    except (TypeError, ValueError, OverflowError, AttributeError):
        return 500, {"error": "Internal server error"}


# Random bookings.

CATEGORIES = list(PRICES) + ["Furniture", "APPLIANCES", "hot tub", " furniture", "piano", "furniture:large", "Möbel", ""]
SIZES = ["small", "medium", "large", "default", "Large", " small ", "\tmedium\u00a0", "king", "", "   ", None]
QUANTITIES = [0, -1, 2.9, 0.9, -0.5, 3.0, True, False, "4", " 5 ", "007", "+2", "1_0", "３", "1.5", "two", "", None, 10**9]
DATES = ["", None, 7, "soon", "2026-02-30", "2026-03-03garbage", "2026-3-4", "2026-03- 5", "2026-3-3T10:00",
         " 2026-03-03", "2026-03-03T23:00:00-05:00"]


def random_entry(dice):
    entry = {}
    if dice.random() < 0.97:
        entry["category"] = dice.choice(CATEGORIES) if dice.random() < 0.9 else None
    if dice.random() < 0.5:
        entry["size"] = dice.choice(SIZES)
    if dice.random() < 0.9:
        entry["quantity"] = dice.randint(1, 20) if dice.random() < 0.93 else dice.choice(QUANTITIES)
    return entry


def random_request(dice, path, now):
    request = {}
    if path == "/api/bookings/estimate" and dice.random() < 0.7:
        request = random_entry(dice)
        if dice.random() < 0.5 and "category" in request:
            request["itemCategory"] = request.pop("category")
    elif path == "/api/pricing/estimate" and dice.random() < 0.4:
        request["items"] = [dice.choice(CATEGORIES) for _ in range(dice.randint(0, 5))]
    elif dice.random() < 0.98:
        request["items"] = [random_entry(dice) for _ in range(dice.choice([0, 1, 1, 1, 2, 2, 3, 4, 5, 8]))]
    if path == "/api/pricing/estimate" and dice.random() < 0.5:
        request["volume"] = dice.choice([3.7, 0.5, "4", " 7 ", True, "x", "3,5", -2, 0, None, 12, 1e3, dice.random() * 20])
    for name, share in (("scheduledDate", 0.6), ("scheduled_date", 0.3)):
        if dice.random() < share:
            near = now.date() + datetime.timedelta(days=dice.randint(-3, 9))
            request[name] = near.isoformat() if dice.random() < 0.85 else dice.choice(DATES)
    return request


def random_configuration(dice):
    conf = Configuration()
    for kind in dice.sample(list(PRICES), dice.randint(0, 9)):
        conf.rules[kind] = dice.randint(0, 40000) / 100
        for size in dice.sample(["small", "medium", "large", "king"], dice.randint(0, 2)):
            conf.rules[f"{kind}:{size}"] = dice.randint(-500, 60000) / 100
    for _ in range(dice.randint(0, 3)):
        start, end = sorted(f"{dice.randint(0, 23):02}:{dice.randint(0, 59):02}" for _ in range(2))
        days = dice.sample(range(7), dice.randint(0, 5))
        conf.zones.append((dice.randint(80, 300) / 100, dice.choice([start, ""]), dice.choice([end, ""]), days))
    conf.tiers, low = [], dice.randint(1, 3)
    for _ in range(dice.randint(0, 4)):
        high = low + dice.randint(0, 6)
        conf.tiers.append((low, high if dice.random() < 0.8 else None, dice.randint(-20, 400) / 1000))
        low = high + dice.randint(0, 2)
    conf.minimum = dice.choice([0.0, 89.0, 99.999, dice.randint(0, 30000) / 100])
    conf.fee = dice.randint(0, 300) / 1000
    conf.same_day, conf.next_day, conf.weekend = (dice.randint(0, 600) / 1000 for _ in range(3))
    return conf


def overlay(conf):
    """The configuration as an overlay of the rules."""
    rows = ["let:", f"  minimum_job_price: ${conf.minimum}", f"  service_fee_rate: {conf.fee}"]
    rows += [f"  same_day_surge: {conf.same_day}", f"  next_day_surge: {conf.next_day}", f"  weekend_surge: {conf.weekend}"]
    if conf.rules:
        rows += ["  price_rule:", "    rows: |"]
        rows += [f'      | "{key}" || ${price} |' if price >= 0 else f'      | "{key}" || -${-price} |'
                 for key, price in conf.rules.items()]
    if conf.tiers:
        rows += ["  bulk_rate:", "    rows: |"]
        rows += [f"      | [{low}..{high}] || {rate} |" if high is not None else f"      | >= {low} || {rate} |"
                 for low, high, rate in conf.tiers]
    else:
        rows += ["  bulk_rate:", "    first: |", "      | total_quantity || rate: number |"]
    if conf.zones:
        rows += ["  zone_surge:", "    rows: |"]
        for multiplier, start, end, days in conf.zones:
            clock = f'["{start}".."{end}"]' if start and end else f'>= "{start}"' if start else f'<= "{end}"' if end else "-"
            rows.append(f"      | {', '.join(map(str, days)) or '-'} | {clock} || {multiplier} |")
    return "\n".join(rows) + "\n"


def maybe(dice, value, *others):
    return value if dice.random() < 0.7 else dice.choice(others)


def clock(dice):
    return maybe(dice, f"{dice.randint(0, 23):02}:{dice.randint(0, 59):02}", None, "", "9:00", "10:00:30")


def random_rows(dice):
    """Database rows, as odd as the admin pages let them be."""
    kinds = list(PRICES) + ["piano", "furniture:small", "furniture:large", "other:king", "Mattress:king", "hot tub"]
    rates = ["service_fee_rate", "same_day_surge", "next_day_surge", "weekend_surge"]
    config = [{"key": key, "value": maybe(dice, dice.randint(0, 600) / 1000, None, 0, 1, "0.065", " 1e-1 ", True)}
              for key in dice.sample(rates, dice.randint(0, 4))]
    if dice.random() < 0.5:
        config.append({"key": "minimum_job_price",
                       "value": maybe(dice, dice.randint(0, 30000) / 100, None, 0, -5, "125", 99.999)})
    if dice.random() < 0.7:
        tiers = []
        for _ in range(dice.randint(0, 5)):
            low = dice.randint(0, 12)
            tier = {"min_qty": low, "max_qty": maybe(dice, low + dice.randint(0, 8), None),
                    "discount_rate": maybe(dice, dice.randint(0, 700) / 1000, 0, -0.05, 0.29, 0.57, 1)}
            if tier["max_qty"] is None and dice.random() < 0.5:
                del tier["max_qty"]
            tiers.append(tier)
        config.append({"key": "volume_discount_tiers", "value": tiers})
    return {
        "pricing_rules": [
            {"item_type": kind, "base_price": maybe(dice, dice.randint(0, 60000) / 100, 0.0, -12.5, 33.335, 61.335),
             "description": None, "is_active": dice.random() < 0.8}
            for kind in dice.sample(kinds, dice.randint(0, 12))],
        "pricing_config": config,
        "surge_zones": [
            {"name": "zone", "boundary": None, "surge_multiplier": maybe(dice, dice.randint(80, 300) / 100, 1, 1.00005, 1.1235),
             "is_active": dice.random() < 0.8, "start_time": clock(dice), "end_time": clock(dice),
             "days_of_week": maybe(dice, dice.sample(range(7), dice.randint(1, 6)), [], None, ["Mon", "Wed"], ["Sat", 2])}
            for _ in range(dice.randint(0, 4))],
    }


def configuration(rows):
    """What the backend makes of its rows."""
    conf = Configuration()
    conf.rules = {row["item_type"]: row["base_price"] for row in rows["pricing_rules"] if row["is_active"]}
    conf.zones = [(row["surge_multiplier"], row["start_time"], row["end_time"], row["days_of_week"])
                  for row in rows["surge_zones"] if row["is_active"]]
    values = {row["key"]: row["value"] for row in rows["pricing_config"] if row["value"] is not None}
    names = {"minimum": "minimum_job_price", "fee": "service_fee_rate", "same_day": "same_day_surge",
             "next_day": "next_day_surge", "weekend": "weekend_surge"}
    for name, key in names.items():
        if key in values:
            setattr(conf, name, float(values[key]))
    if values.get("volume_discount_tiers"):
        conf.tiers = [(tier["min_qty"], tier.get("max_qty"), tier["discount_rate"])
                      for tier in values["volume_discount_tiers"]]
    return conf


def records(dice, count, conf):
    for number in range(count):
        now = datetime.datetime(2026, 3, dice.randint(1, 14), dice.randint(0, 23), dice.randint(0, 59), dice.randint(0, 59))
        path = dice.choice(list(FORMS))
        request = random_request(dice, path, now)
        status, response = answer(path, request, now, conf)
        yield {"id": f"r{number}", "as_of": now.isoformat() + "Z", "path": path, "request": request, "status": status,
               "response": response}


def same(ours, theirs):
    """Equal, and of the same kind: -0.0 is not 0.0."""
    return json.dumps(ours, sort_keys=True) == json.dumps(theirs, sort_keys=True)


def check(name):
    wrong = 0
    for line in open(name):
        record = json.loads(line)
        if record.get("path") not in FORMS or "request_raw" in record:
            continue
        now = datetime.datetime.fromisoformat(record["as_of"].replace("Z", ""))
        status, response = answer(record["path"], record["request"], now, Configuration())
        if status != record["status"] or not same(response, record["response"]):
            wrong += 1
            print(f"{name}: {record['id']}: {status} {json.dumps(response)[:400]}")
    print(f"{name}: {wrong} otherwise")


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "check":
        for name in arguments:
            check(name)
        return
    dice, conf = random.Random(int(arguments[0])), Configuration()
    if command == "configured":
        conf = random_configuration(dice)
        with open(arguments[2], "w") as file:
            file.write(overlay(conf))
    if command == "database":
        rows = random_rows(dice)
        conf = configuration(rows)
        with open(arguments[2], "w") as file:
            json.dump({"db_rows": rows}, file)
    for record in records(dice, int(arguments[1]), conf):
        print(json.dumps(record))


if __name__ == "__main__":
    main()
