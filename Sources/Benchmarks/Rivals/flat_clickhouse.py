#!/usr/bin/env python3
"""The flat workload in ClickHouse local (chDB), exact decimals. usage: flat_clickhouse.py IN.csv OUT.csv [THREADS]"""
import os
import sys

import chdb

source, target = sys.argv[1], sys.argv[2]
threads = f", max_threads = {sys.argv[3]}" if len(sys.argv) > 3 else ""
if os.path.exists(target):
    os.remove(target)
# Amounts are integers of cents (Int64), rates whole percents: (x * percent + 50) div 100 is half up for what is not negative.
# A CASE on the length of a cell costs less here than Decimal arithmetic, and the figures printed are the same.
chdb.query(f"""
INSERT INTO FUNCTION file('{target}', 'CustomSeparatedWithNames')
WITH
  multiIf(category = 'furniture', multiIf(size = 'small', 45, size = 'large', 85, 65),
          category = 'appliances', multiIf(size = 'small', 60, size = 'large', 120, 90),
          category = 'electronics', multiIf(size = 'small', 25, size = 'large', 50, 35),
          category = 'hot_tub', multiIf(size = 'small', 250, size = 'large', 400, 325),
          category = 'yard_waste', 35, category = 'construction', 55, category = 'mattress', 50, 30) AS unit,
  toInt64(round(distance_miles * 10)) AS tenths,
  toInt64(multiIf(service = 'junk_removal', 100 * unit * quantity,
          service = 'truck_fill', multiIf(fill = 'quarter', 13125, fill = 'half', 18750, fill = 'three_quarter', 24375, 30000),
          50000 + if(running = 'false', 15000, 0) + if(enclosed = 'true', 20000, 0)
            + least(tenths, 1000) * 15 + greatest(least(tenths, 5000) - 1000, 0) * 10 + greatest(tenths - 5000, 0) * 7)) AS sub,
  if(service = 'junk_removal', multiIf(quantity >= 16, 20, quantity >= 8, 15, quantity >= 4, 10, 0), 0) AS rate,
  intDiv(sub * rate + 50, 100) AS d,
  sub - d AS net,
  100 + multiIf(scheduled_date <= quoted_on, 25, scheduled_date = quoted_on + 1, 10, 0) + if(toDayOfWeek(scheduled_date) >= 6, 15, 0) AS factor,
  intDiv(net * factor + 50, 100) AS s,
  intDiv(s * 8 + 50, 100) AS f
SELECT booking_id, sub_text AS subtotal, d_text AS volume_discount, surge_text AS surge_amount, f_text AS service_fee, total_text AS total
FROM (
  SELECT booking_id,
    concat(toString(intDiv(sub, 100)), '.', leftPad(toString(sub % 100), 2, '0')) AS sub_text,
    concat(if(d > 0, '-', ''), toString(intDiv(d, 100)), '.', leftPad(toString(d % 100), 2, '0')) AS d_text,
    concat(toString(intDiv(s - net, 100)), '.', leftPad(toString((s - net) % 100), 2, '0')) AS surge_text,
    concat(toString(intDiv(f, 100)), '.', leftPad(toString(f % 100), 2, '0')) AS f_text,
    concat(toString(intDiv(greatest(s + f, 8900), 100)), '.', leftPad(toString(greatest(s + f, 8900) % 100), 2, '0')) AS total_text
  FROM file('{source}', 'CSVWithNames', 'booking_id String, service LowCardinality(String), category LowCardinality(String),
    size LowCardinality(String), quantity Int32, fill LowCardinality(String), running LowCardinality(String),
    enclosed LowCardinality(String), distance_miles Float64, scheduled_date Date, quoted_on Date')
)
SETTINGS engine_file_truncate_on_insert = 1, format_csv_delimiter = ',', input_format_csv_empty_as_default = 1,
  allow_suspicious_low_cardinality_types = 1, format_custom_escaping_rule = 'Raw',
  format_custom_field_delimiter = ',', format_custom_row_after_delimiter = '\n'{threads}
""")
print(f"chdb {chdb.__version__}", file=sys.stderr)
