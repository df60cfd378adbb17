"""Spark with workers on which nothing is installed: a cluster of two workers with processes of their own, which get Python, pyarrow
and the engine as one archive. usage: packed.py WHEEL"""

import os
import subprocess
import sys
import tempfile

import quote
import quote.spark
from tables import RULES, table


def pack(wheel: str, folder: str) -> str:
    """An environment with the wheel, as one archive."""
    place, archive = f"{folder}/packed", f"{folder}/packed.tar.gz"
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    subprocess.run([f"{place}/bin/pip", "install", "-q", wheel, "pyarrow"], check=True)
    subprocess.run(
        [sys.executable, "-m", "venv_pack", "-q", "-p", place, "-o", archive], check=True)
    return archive


def session(archive: str, folder: str):
    import pyspark
    from pyspark.sql import SparkSession

    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["SPARK_WORKER_DIR"] = folder + "/work"
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    # A script that `spark-submit` starts says `spark.pyspark.python`.
    os.environ["PYSPARK_PYTHON"] = "packed/bin/python"
    made = (
        SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
        .config("spark.archives", archive + "#packed").config("spark.driver.memory", "1g")
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
        .config("spark.local.dir", folder).config("spark.sql.session.timeZone", "UTC")
        .getOrCreate())
    made.sparkContext.setLogLevel("ERROR")
    return made


def main(wheel: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        spark = session(pack(wheel, folder), folder)
        try:
            bookings = table(500)
            rules = quote.Rules.of_text(RULES)
            df = spark.createDataFrame(
                bookings.to_pylist(), "id string, size string, weight decimal(9,1), pieces bigint, "
                "fragile boolean, day date, note string")

            def place(batches):
                import sys

                import pyarrow as pa
                import quote

                for _ in batches:
                    yield pa.RecordBatch.from_pydict({"of": [sys.prefix, quote.__file__]})

            places = {row["of"] for row in df.repartition(4).mapInArrow(place, "of string").collect()}
            outside = [place for place in places if "/packed" not in place]
            assert places and not outside, f"not out of the archive: {outside}"
            rows = quote.spark.price(df.repartition(4), rules).collect()
            found = {row["id"]: (row["status"], row["total"]) for row in rows}
            alone = rules.price(bookings, plain_status=True).to_arrow().to_pylist()
            assert found == {row["id"]: (row["status"], row["total"]) for row in alone}
            print(f"packed: {len(found)} bookings on two workers with nothing installed, all alike")
        finally:
            spark.stop()


if __name__ == "__main__":
    main(sys.argv[1])
