#!/usr/bin/env python3
"""The nested workload in DuckDB, integers of cents. usage: nested_duckdb.py SHAPE IN OUT.csv [THREADS]

SHAPE is as for nested_workload.py."""
import sys

import duckdb

shape, source, target = sys.argv[1:4]
db = duckdb.connect()
if len(sys.argv) > 4:
    db.execute(f"SET threads = {sys.argv[4]}")
ITEM = "STRUCT(category VARCHAR, size VARCHAR, quantity BIGINT)"


def csv(columns):
    return (f"read_csv('{source}', header = true, auto_detect = false, delim = ',', quote = '\"', escape = '\"', "
            f"columns = {{{', '.join(f''''{name}': '{kind}' ''' for name, kind in columns.items())}}})")


UNIT = """CASE {0}category
    WHEN 'furniture' THEN CASE {0}size WHEN 'small' THEN 45 WHEN 'large' THEN 85 ELSE 65 END
    WHEN 'appliances' THEN CASE {0}size WHEN 'small' THEN 60 WHEN 'large' THEN 120 ELSE 90 END
    WHEN 'electronics' THEN CASE {0}size WHEN 'small' THEN 25 WHEN 'large' THEN 50 ELSE 35 END
    WHEN 'hot_tub' THEN CASE {0}size WHEN 'small' THEN 250 WHEN 'large' THEN 400 ELSE 325 END
    WHEN 'yard_waste' THEN 35 WHEN 'construction' THEN 55 WHEN 'mattress' THEN 50 ELSE 30 END"""

# Lists are summed in place, without unnesting: of the ways tried this was the fastest.
if shape == "rows":
    listed = f"""SELECT booking_id, sum(quantity) AS pieces, sum(quantity * {UNIT.format('')}) * 100 AS sub, min(n) AS place FROM (
        SELECT *, row_number() OVER () AS n FROM {csv({'booking_id': 'VARCHAR', 'category': 'VARCHAR', 'size': 'VARCHAR', 'quantity': 'BIGINT'})})
      GROUP BY booking_id"""
else:
    if shape == "jsonl":
        bookings = f"read_json('{source}', format = 'newline_delimited', columns = {{'booking_id': 'VARCHAR', 'items': '{ITEM}[]'}})"
    elif shape == "json":
        bookings = f"""(SELECT booking_id, from_json(items, '[{{"category":"VARCHAR","size":"VARCHAR","quantity":"BIGINT"}}]') AS items
          FROM {csv({'booking_id': 'VARCHAR', 'items': 'VARCHAR'})})"""
    else:
        bookings = f"""(SELECT booking_id, list_transform(string_split(items, ';'), lambda x: {{
            'category': split_part(x, ':', 1), 'size': split_part(split_part(x, ':', 2), '*', 1),
            'quantity': CAST(split_part(x, '*', 2) AS BIGINT)}}) AS items
          FROM {csv({'booking_id': 'VARCHAR', 'items': 'VARCHAR'})})"""
    listed = f"""SELECT booking_id, list_sum(list_transform(items, lambda x: x.quantity)) AS pieces,
        list_sum(list_transform(items, lambda x: x.quantity * {UNIT.format('x.')})) * 100 AS sub, 0 AS place FROM {bookings}"""

db.execute(f"""
COPY (
  WITH listed AS ({listed}),
  discounted AS (SELECT *, (sub * CASE WHEN pieces >= 16 THEN 20 WHEN pieces >= 8 THEN 15 WHEN pieces >= 4 THEN 10 ELSE 0 END + 50) // 100 AS d FROM listed),
  charged AS (SELECT *, ((sub - d) * 8 + 50) // 100 AS f FROM discounted)
  SELECT booking_id, CAST(CAST(sub AS DECIMAL(18,0)) / 100 AS DECIMAL(18,2)) AS subtotal, CAST(-CAST(d AS DECIMAL(18,0)) / 100 AS DECIMAL(18,2)) AS volume_discount,
    CAST(CAST(f AS DECIMAL(18,0)) / 100 AS DECIMAL(18,2)) AS service_fee, CAST(CAST(greatest(sub - d + f, 8900) AS DECIMAL(18,0)) / 100 AS DECIMAL(18,2)) AS total
  FROM charged {'ORDER BY place' if shape == 'rows' else ''}
) TO '{target}' (HEADER, DELIMITER ',', QUOTE '')
""")
print(f"duckdb {duckdb.__version__}", file=sys.stderr)
