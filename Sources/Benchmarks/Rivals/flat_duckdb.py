#!/usr/bin/env python3
"""The flat workload in DuckDB: SQL over exact decimals. usage: flat_duckdb.py IN.csv OUT.csv [THREADS]

`quotes` is the query over any table; python/benchmarks uses it on one in memory."""
import sys
import duckdb


# Every amount is DECIMAL(18,2); round() of a DECIMAL in DuckDB goes half away from zero, as the workload asks.
def quotes(rows):
    return f"""
  WITH bookings AS (
    SELECT * FROM {rows}
  ), listed AS (
    SELECT booking_id, service, coalesce(quantity, 0) AS quantity, scheduled_date, quoted_on,
      CASE service
        WHEN 'junk_removal' THEN CAST(quantity * CASE category
            WHEN 'furniture' THEN CASE size WHEN 'small' THEN 45 WHEN 'large' THEN 85 ELSE 65 END
            WHEN 'appliances' THEN CASE size WHEN 'small' THEN 60 WHEN 'large' THEN 120 ELSE 90 END
            WHEN 'electronics' THEN CASE size WHEN 'small' THEN 25 WHEN 'large' THEN 50 ELSE 35 END
            WHEN 'hot_tub' THEN CASE size WHEN 'small' THEN 250 WHEN 'large' THEN 400 ELSE 325 END
            WHEN 'yard_waste' THEN 35 WHEN 'construction' THEN 55 WHEN 'mattress' THEN 50 ELSE 30 END AS DECIMAL(18,2))
        WHEN 'truck_fill' THEN CAST(CASE fill WHEN 'quarter' THEN 131.25 WHEN 'half' THEN 187.50
            WHEN 'three_quarter' THEN 243.75 ELSE 300.00 END AS DECIMAL(18,2))
        ELSE CAST(500 + CASE WHEN running = 'false' THEN 150 ELSE 0 END + CASE WHEN enclosed = 'true' THEN 200 ELSE 0 END
            + round(least(distance_miles, 100) * 1.50 + greatest(least(distance_miles, 500) - 100, 0) * 1.00
                    + greatest(distance_miles - 500, 0) * 0.70, 2) AS DECIMAL(18,2))
      END AS subtotal
    FROM bookings
  ), discounted AS (
    SELECT *, CASE WHEN service <> 'junk_removal' THEN 0.00 ELSE
      round(subtotal * CASE WHEN quantity >= 16 THEN 0.20 WHEN quantity >= 8 THEN 0.15 WHEN quantity >= 4 THEN 0.10 ELSE 0.00 END, 2) END AS d,
      1.00 + CASE WHEN scheduled_date <= quoted_on THEN 0.25 WHEN scheduled_date = quoted_on + 1 THEN 0.10 ELSE 0.00 END
           + CASE WHEN isodow(scheduled_date) >= 6 THEN 0.15 ELSE 0.00 END AS factor
    FROM listed
  ), surged AS (
    SELECT *, subtotal - d AS net, CAST(round((subtotal - d) * factor, 2) AS DECIMAL(18,2)) AS s FROM discounted
  ), charged AS (
    SELECT *, CAST(round(s * 0.08, 2) AS DECIMAL(18,2)) AS f FROM surged
  )
  SELECT booking_id, subtotal, CAST(-d AS DECIMAL(18,2)) AS volume_discount, CAST(s - net AS DECIMAL(18,2)) AS surge_amount,
    f AS service_fee, CAST(greatest(s + f, 89.00) AS DECIMAL(18,2)) AS total
  FROM charged
"""


if __name__ == "__main__":
    source, target = sys.argv[1], sys.argv[2]
    threads = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    db = duckdb.connect()
    if threads:
        db.execute(f"SET threads = {threads}")
    rows = f"""read_csv('{source}', header = true, auto_detect = false, delim = ',', quote = '', escape = '', columns = {{
      'booking_id': 'VARCHAR', 'service': 'VARCHAR', 'category': 'VARCHAR', 'size': 'VARCHAR', 'quantity': 'INTEGER',
      'fill': 'VARCHAR', 'running': 'VARCHAR', 'enclosed': 'VARCHAR', 'distance_miles': 'DECIMAL(9,1)',
      'scheduled_date': 'DATE', 'quoted_on': 'DATE'}})"""
    db.execute(f"COPY ({quotes(rows)}) TO '{target}' (HEADER, DELIMITER ',', QUOTE '')")
    print(f"duckdb {duckdb.__version__}", file=sys.stderr)
