"""Spreadsheets of LibreOffice: those that it writes are priced as the CSV of the same bookings is,
and it reads those that we write.

    QUOTE_COMMAND=.build/debug/quote python python/tests/office.py

`.ci/soak --spreadsheets` installs it and runs this.
"""

import csv
import io
import os
import subprocess
import unittest

import openpyxl
import sheets


def convert(folder, name, form, *words):
    """The file that LibreOffice makes of another one."""
    done = subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--norestore",
         *words, "--convert-to", form, "--outdir", os.path.join(folder, "out"), name],
        cwd=folder, capture_output=True, text=True, timeout=300)
    made = os.path.join(folder, "out", f"{os.path.splitext(name)[0]}.{form.split(':')[0]}")
    if done.returncode or not os.path.exists(made):
        raise AssertionError(f"soffice: status {done.returncode}\n{done.stdout}{done.stderr}")
    return made


# The separator, the quotation mark, UTF-8, from line 1, no column of a given kind, English (USA),
# quoted texts are texts, what looks like a date or a number is one; as it is and not as shown.
CSV = "44,34,76,1,,1033,true,true,false,false,false"


def plain(text):
    """A number without the zeros at its end, as LibreOffice writes it; any other text itself."""
    try:
        return float(text)
    except ValueError:
        return text


class Office(sheets.SheetTest):
    def test_files_that_it_saves_again(self):
        table = list(sheets.rows(11, 400))
        sheets.write_csv(self.path("bookings.csv"), table)
        expected, _ = self.price("bookings.csv")
        for name, writer in {"openpyxl": sheets.write_openpyxl,
                             "xlsxwriter": sheets.write_xlsxwriter}.items():
            with self.subTest(name):
                writer(self.path("bookings.xlsx"), table)
                found, said = self.price(convert(self.folder, "bookings.xlsx", "xlsx"))
                self.assertEqual(found, expected)
                self.assertEqual(said, "")

    def test_documents_of_its_own(self):
        table = list(sheets.rows(12, 200))
        sheets.write_csv(self.path("bookings.csv"), table)
        expected, _ = self.price("bookings.csv")
        sheets.write_xlsxwriter(self.path("bookings.xlsx"), table)
        convert(self.folder, "bookings.xlsx", "ods")
        os.rename(self.path("out/bookings.ods"), self.path("bookings.ods"))
        found, said = self.price(convert(self.folder, "bookings.ods", "xlsx"))
        self.assertEqual(found, expected)
        self.assertEqual(said, "")

    def test_csv_that_it_opened(self):
        # A text that begins with an equals sign is a formula there.
        table = [row for row in sheets.rows(13, 200) if not (row[9] or "").startswith("=")]
        sheets.write_csv(self.path("bookings.csv"), table)
        expected, _ = self.price("bookings.csv")
        made = convert(self.folder, "bookings.csv", "xlsx", f"--infilter=CSV:{CSV}")
        found, said = self.price(made)
        self.assertEqual(found, expected)
        self.assertEqual(said, "")

    def test_formulas_that_it_worked_out(self):
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.append(sheets.NAMES)
        for line, row in enumerate(sheets.rows(14, 20), 2):
            cells = row[:]
            cells[1], cells[4] = f"={row[1]}+0*ROW()", f"={row[4] * 1000:.0f}/1000"
            cells[8] = f"={str(row[8]).upper()}()"
            cells[9] = f'=CONCATENATE("B-", {line})'
            sheet.append(cells)
        book.save(self.path("bookings.xlsx"))
        table = [row[:9] + [f"B-{line}"] for line, row in enumerate(sheets.rows(14, 20), 2)]
        sheets.write_csv(self.path("bookings.csv"), table)
        expected, _ = self.price("bookings.csv")
        # As openpyxl wrote them they have no values, and that is said.
        _, said = self.price("bookings.xlsx", status=1)
        self.assertIn("formula-without-value", said + self.price("bookings.xlsx", status=1)[0])
        found, said = self.price(convert(self.folder, "bookings.xlsx", "xlsx"))
        self.assertEqual(found, expected)
        self.assertEqual(said, "")

    def test_it_reads_what_we_write(self):
        path, lines = self.written()
        made = convert(self.folder, os.path.basename(path),
                       f"csv:Text - txt - csv (StarCalc):{CSV}")
        with open(made, encoding="utf-8", newline="") as file:
            found = list(csv.reader(io.StringIO(file.read())))
        names = [name for name in lines[0] if name not in ("day", "hour", "sent", "fast")]
        for line, row in zip(lines, found, strict=True):
            for column in map(lines[0].index, names):
                self.assertEqual(plain(row[column]), plain(line[column]), lines[0][column])


if __name__ == "__main__":
    unittest.main()
