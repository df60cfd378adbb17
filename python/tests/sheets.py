"""Spreadsheets in and out, held against openpyxl and calamine, on files of openpyxl and of XlsxWriter.

    QUOTE_COMMAND=.build/debug/quote python python/tests/sheets.py
"""

import csv
import datetime
import io
import os
import random
import subprocess
import tempfile
import unittest
import zipfile

import openpyxl
import python_calamine
import xlsxwriter

QUOTE = os.environ["QUOTE_COMMAND"]

RULES = """schema: quote/1
name: moving
currency: USD
inputs:
  id:     text, key
  boxes:  count [0..1000000]
  weight: weight in kg [0 kg..1000 kg] step 0.001
  paid:   money [-$100000..$100000]
  share:  number [0..1]
  day:    date
  hour:   time
  sent:   instant in Europe/Berlin
  fast:   flag
  note:   optional text
quote:
  - line: boxes_moved
    amount: $2 * boxes
  - line: paid_before
    amount: paid
outputs:
  weight: weight
  share: share
  day: day
  hour: hour
  sent: sent
  fast: fast
  note: note
"""

NAMES = ["id", "boxes", "weight", "paid", "share", "day", "hour", "sent", "fast", "note"]


def run(folder, *words, status=0):
    done = subprocess.run([QUOTE, *words], cwd=folder, capture_output=True)
    if done.returncode != status:
        raise AssertionError(f"{words}: status {done.returncode}\n{done.stderr.decode()}")
    return done.stdout.decode(), done.stderr.decode()


def rows(seed, count):
    """Bookings as Python has them."""
    draw = random.Random(seed)
    notes = ["plain", "with, comma", 'with "quotes"', "two\nlines", " blanks ", "=no formula", "é€漢", None]
    for number in range(count):
        day = datetime.date(1995, 1, 1) + datetime.timedelta(days=draw.randrange(20000))
        clock = datetime.time(draw.randrange(24), draw.randrange(60), draw.randrange(60))
        # No hour that a change of clocks leaves out or has twice.
        sent = datetime.datetime.combine(day, datetime.time(draw.randrange(4, 24), draw.randrange(60)))
        yield [
            f"B-{number:05}", draw.randrange(1000), draw.randrange(1000000) / 1000,
            draw.randrange(-99999, 99999) / 100, draw.randrange(1001) / 1000, day, clock, sent,
            draw.random() < 0.5, draw.choice(notes),
        ]


def as_text(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, float):
        return format(value, ".6f").rstrip("0").rstrip(".")
    return str(value)


def write_csv(path, table):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(NAMES)
        writer.writerows([as_text(value) for value in row] for row in table)


def write_openpyxl(path, table):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(NAMES)
    for row in table:
        sheet.append(row)
    formats = {3: '"$"#,##0.00', 4: "0.0%", 5: "d. mmm yyyy", 6: "h:mm:ss", 7: "yyyy-mm-dd hh:mm"}
    for line in sheet.iter_rows(min_row=2):
        for column, form in formats.items():
            line[column].number_format = form
        if isinstance(line[9].value, str) and line[9].value.startswith("="):
            line[9].data_type = "s"
    book.save(path)


def write_xlsxwriter(path, table, **options):
    book = xlsxwriter.Workbook(path, {"strings_to_formulas": False, **options})
    sheet = book.add_worksheet("Week")
    forms = {
        column: book.add_format({"num_format": form})
        for column, form in {
            3: "[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00", 4: "0%", 5: "dddd, d mmmm yyyy",
            6: "h:mm AM/PM", 7: "d/m/yy h:mm",
        }.items()
    }
    for column, name in enumerate(NAMES):
        sheet.write(0, column, name)
    for number, row in enumerate(table, 1):
        for column, value in enumerate(row):
            if isinstance(value, (datetime.date, datetime.time)):
                sheet.write_datetime(number, column, value, forms[column])
            elif value is not None:
                sheet.write(number, column, value, forms.get(column))
    book.close()


class SheetTest(unittest.TestCase):
    """A folder with the rules, and the command in it."""

    def setUp(self):
        self.held = tempfile.TemporaryDirectory()
        self.addCleanup(self.held.cleanup)
        self.folder = self.held.name
        self.write("rules.yaml", RULES)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def price(self, name, *words, status=0):
        return run(self.folder, "price", "--rules", "rules.yaml", *words, name, status=status)

    def written(self):
        """A spreadsheet of quotes, and the same quotes as lines of CSV."""
        write_csv(self.path("bookings.csv"), list(rows(7, 300)))
        expected, _ = self.price("bookings.csv")
        self.price("bookings.csv", "-o", "quotes.xlsx")
        return self.path("quotes.xlsx"), list(csv.reader(io.StringIO(expected)))


class Sheets(SheetTest):
    def test_same_prices_as_from_csv(self):
        writers = {
            "openpyxl": write_openpyxl,
            "xlsxwriter": write_xlsxwriter,
            "in place": lambda path, table: write_xlsxwriter(path, table, constant_memory=True),
            "from 1904": lambda path, table: write_xlsxwriter(path, table, date_1904=True),
        }
        for seed in range(3):
            table = list(rows(seed, 400))
            write_csv(self.path("bookings.csv"), table)
            expected, _ = self.price("bookings.csv")
            for name, writer in writers.items():
                with self.subTest(name, seed=seed):
                    writer(self.path("bookings.xlsx"), table)
                    found, said = self.price("bookings.xlsx")
                    self.assertEqual(found, expected)
                    self.assertEqual(said, "")

    def assert_is(self, text, value):
        """A cell of a spreadsheet is what CSV has there."""
        if isinstance(value, datetime.datetime):
            value = value.date()
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            self.assertAlmostEqual(float(text), value, places=9)
        else:
            self.assertEqual(text, as_text(value).replace("\r\n", "\n"))

    def test_what_is_written_reads_back(self):
        path, lines = self.written()
        book = openpyxl.load_workbook(path)
        self.assertEqual(book.sheetnames, ["quotes"])
        sheet = book["quotes"]
        self.assertEqual(sheet.freeze_panes, "A2")
        for line, row in zip(lines, sheet.iter_rows(), strict=True):
            for text, cell in zip(line, row, strict=True):
                self.assert_is(text, cell.value)
        total = sheet.cell(2, lines[0].index("total") + 1)
        self.assertEqual((total.number_format, total.data_type), ("#,##0.00", "n"))
        self.assertTrue(sheet.cell(2, lines[0].index("day") + 1).is_date)

    def test_calamine_reads_it_too(self):
        path, lines = self.written()
        book = python_calamine.CalamineWorkbook.from_path(path)
        self.assertEqual(book.sheet_names, ["quotes"])
        found = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
        for line, row in zip(lines, found, strict=True):
            # It has no cells at the end of a row where all of them are empty in all rows.
            for text, value in zip(line, row + [""] * (len(line) - len(row)), strict=True):
                self.assert_is(text, value)

    def test_several_files_of_one_run(self):
        write_csv(self.path("bookings.csv"), list(rows(3, 50)))
        alone, _ = self.price("bookings.csv")
        self.price("bookings.csv", "-o", "quotes.xlsx", "-o", "quotes.csv")
        with open(self.path("quotes.csv"), encoding="utf-8", newline="") as file:
            self.assertEqual(file.read(), alone)
        sheet = openpyxl.load_workbook(self.path("quotes.xlsx"))["quotes"]
        for line, row in zip(csv.reader(io.StringIO(alone)), sheet.iter_rows(), strict=True):
            for text, cell in zip(line, row, strict=True):
                self.assert_is(text, cell.value)

    def test_faults_have_their_cells(self):
        table = list(rows(1, 4))
        write_openpyxl(self.path("bookings.xlsx"), table)
        book = openpyxl.load_workbook(self.path("bookings.xlsx"))
        sheet = book.active
        sheet["A2"], sheet["A2"].data_type = "#REF!", "e"
        sheet["B3"], sheet["B3"].data_type = "#DIV/0!", "e"
        sheet["C4"] = "much"
        sheet["D5"] = "=A1+1"
        book.save(self.path("bookings.xlsx"))
        self.price("bookings.xlsx", "-o", "quotes.xlsx", status=1)
        faults = openpyxl.load_workbook(self.path("quotes.xlsx"))["faults"]
        found = [[cell.value for cell in row[:6]] for row in faults.iter_rows(min_row=2)]
        self.assertEqual(found, [
            [1, "#REF!", "Sheet!A2", "id", "#REF!", "error-in-cell"],
            [2, "B-00001", "Sheet!B3", "boxes", "#DIV/0!", "error-in-cell"],
            [3, "B-00002", "Sheet!C4", "weight", "much", "not-a-number"],
            [4, "B-00003", "Sheet!D5", "paid", None, "formula-without-value"],
        ])

    def test_sheets_are_chosen(self):
        book = openpyxl.Workbook()
        book.active.title = "Read me"
        book.active["A1"] = "nothing here"
        week = book.create_sheet("Week 2")
        week.append(NAMES)
        for row in rows(2, 5):
            week.append(row)
        book.save(self.path("bookings.xlsx"))
        first, _ = self.price("bookings.xlsx", "--sheet", "Week 2")
        second, _ = self.price("bookings.xlsx#Week 2")
        self.assertEqual(first, second)
        self.assertEqual(len(first.splitlines()), 6)
        _, said = self.price("bookings.xlsx", "--sheet", "Week2", status=2)
        self.assertIn("has no sheet `Week2`; did you mean `Week 2`?", said)
        _, said = self.price("bookings.xlsx", status=2)
        self.assertIn("has no column", said)

    def test_merged_headers_are_refused(self):
        book = openpyxl.Workbook()
        book.active.append(["id", "measures", None, "note"])
        book.active.append(["B-1", 1, 2, "x"])
        book.active.merge_cells("B1:C1")
        book.save(self.path("bookings.xlsx"))
        _, said = self.price("bookings.xlsx", status=2)
        self.assertIn("merged cells, B1:C1", said)

    def test_tables_of_the_rules(self):
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "Zones"
        sheet.append(["zone", None, "price", "share"])
        sheet.append(["near", None, 12.5, 0.21])
        sheet.append(["far", None, 1200, 0.055])
        for line in sheet.iter_rows(min_row=2):
            line[2].number_format = '"$"#,##0.00'
            line[3].number_format = "0.0%"
        book.create_sheet("Notes")
        book.save(self.path("rates.xlsx"))
        rules = """schema: quote/1
name: zones
currency: USD
inputs:
  id: text, key
  zone: one of near | far
let:
  rates:
    unique: rates.xlsx#Zones
quote:
  - line: base
    amount: rates.price
  - line: fee
    amount: round(rates.share * subtotal)
"""
        self.write("rules.yaml", rules)
        self.write("bookings.csv", "id,zone\n1,near\n2,far\n")
        found, _ = self.price("bookings.csv", "--columns", "id,base,fee,total")
        self.assertEqual(found, "id,base,fee,total\n1,12.50,2.63,15.13\n2,1200.00,66.00,1266.00\n")
        self.write("rules.yaml", rules.replace("#Zones", ""))
        _, said = self.price("bookings.csv", status=2)
        self.assertIn("say which one, as in `rates.xlsx#Zones`", said)

    def test_amounts_of_another_currency_fail_a_comparison(self):
        self.write("rules.yaml", """schema: quote/1
name: zones
currency: USD
inputs:
  id: text, key
  boxes: count [0..9]
quote:
  - line: base
    amount: $12 * boxes
""")
        self.write("bookings.csv", "id,boxes\n1,1\n2,2\n")
        for form, status in [('"$"#,##0.00', 0), ("[$€-407] #,##0.00", 1), ("#,##0.00 [$CAD]", 1),
                             ("0.00", 0)]:
            book = openpyxl.Workbook()
            book.active.append(["id", "boxes", "total"])
            for number in [1, 2]:
                book.active.append([str(number), number, 12 * number])
                book.active.cell(number + 1, 3).number_format = form
            book.save(self.path("theirs.xlsx"))
            told, _ = run(self.folder, "diff", "--rules", "rules.yaml", "--reference",
                          "theirs.xlsx", "bookings.csv", status=status)
            self.assertEqual("`total` is formatted in `" in told, status == 1, form)

    def test_hostile_files_are_refused(self):
        write_xlsxwriter(self.path("good.xlsx"), list(rows(3, 3)))
        def changed(name, change):
            with zipfile.ZipFile(self.path("good.xlsx")) as old, \
                    zipfile.ZipFile(self.path(name), "w", zipfile.ZIP_DEFLATED) as new:
                for entry in old.namelist():
                    new.writestr(entry, change(entry, old.read(entry)))
        laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
        def doctype(entry, text):
            return text.replace(b"<worksheet", laughs + b"<worksheet", 1) if "sheet1" in entry else text
        changed("laughs.xlsx", doctype)
        _, said = self.price("laughs.xlsx", status=2)
        self.assertIn("a document type", said)
        def bomb(entry, text):
            if "sharedStrings" not in entry:
                return text
            return text.replace(b"</sst>", b"<si><t>" + b"x" * (300 << 20) + b"</t></si></sst>")
        changed("bomb.xlsx", bomb)
        _, said = self.price("bomb.xlsx", status=2)
        self.assertIn("is larger than what is read of a spreadsheet", said)
        with open(self.path("good.xlsx"), "rb") as file:
            good = file.read()
        draw = random.Random(5)
        for number in range(200):
            broken = bytearray(good)
            for _ in range(draw.randrange(1, 20)):
                broken[draw.randrange(len(broken))] = draw.randrange(256)
            if draw.random() < 0.3:
                broken = broken[: draw.randrange(len(broken))]
            with open(self.path("broken.xlsx"), "wb") as file:
                file.write(broken)
            done = subprocess.run(
                [QUOTE, "price", "--rules", "rules.yaml", "broken.xlsx"], cwd=self.folder,
                capture_output=True, timeout=60)
            self.assertIn(done.returncode, (0, 1, 2), (number, done.stderr))

    def test_memory_stays_flat(self):
        write_xlsxwriter(self.path("many.xlsx"), rows(9, 60000), constant_memory=True)
        command = f"ulimit -v 4000000; /usr/bin/time -f %M {QUOTE} price --rules rules.yaml --threads 1 " \
            "--columns id,total many.xlsx 2>said | tail -1"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True)
        self.assertTrue(done.stdout.decode().startswith("B-59999,"), done.stderr)


if __name__ == "__main__":
    unittest.main()
