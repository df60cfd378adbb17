// Made from docs/faults by `UPDATE_CASES=1 swift test --filter PageTests`.

/// The pages of the faults by reason, as `docs/faults` has them.
enum FaultPages {
  static let all: [String: String] = [
    "duplicate-member": ##"""
      # A member is given once in its object

      Given two, programs differ in which one they take.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1", "pieces": 3}
      {"order": "A-2", "pieces": 3, "pieces": 4}
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,60.00
      ,fault,
      quote: record 2, line 2, `pieces` `{"order": "A-2", "pieces": 3, "pieces": 4}`: `pieces` is given twice in one object: give it once [duplicate-member]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```jsonl
      {"order": "A-2", "pieces": 4}
      ```

      """##,
    "empty-value": ##"""
      # A field is present but empty

      `null` in JSON, or `""`. A default replaces a field that is missing, not one that says "nothing".

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100], default 1
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1"}
      {"order": "A-2", "pieces": null}
      {"order": "A-3", "pieces": ""}
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 2, `pieces` `null`: `pieces` is present but empty: it must be a whole number like 3 [empty-value]
      quote: record 3, line 3, `pieces`: `pieces` is present but empty: it must be a whole number like 3 [empty-value]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      Leave the member out, give a value, or declare the input `optional`; a `text, default ""` takes `""`:

      ```jsonl
      {"order": "A-2"}
      ```

      """##,
    "fields-disagree": ##"""
      # The rows of one booking agree about it

      If the rules have a list, adjacent rows with the same key are one booking, and each row is one element. Fields that do not belong to the element must be the same in each row.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        stairs: flag
        items:
          at_most: 5
          each:
            size: one of small | large
      quote:
        - line: work
          amount: $20 * count(items)
      ```

      ```csv bookings.csv
      order,stairs,size
      A-1,yes,small
      A-1,yes,large
      A-2,yes,small
      A-2,no,large
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,40.00
      A-2,fault,
      quote: record 2, line 5, `stairs` `no`: `stairs` differs between the rows of one booking: it must be the same [fields-disagree]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,stairs,size
      A-2,yes,small
      A-2,yes,large
      ```

      A field that belongs to each element goes under `each`.

      """##,
    "half-a-point": ##"""
      # A point has both of its numbers, or neither

      A latitude without a longitude is not a place.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        place: optional point
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,place.lat,place.lng
      A-1,25.77,-80.19
      A-2,25.77,
      A-3,,
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,quoted,20.00
      quote: record 2, line 3, `place` `25.77`: `place` has only one of latitude and longitude: give both, or neither [half-a-point]
      quote: 1 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,place.lat,place.lng
      A-2,25.77,-80.19
      ```

      """##,
    "instant-without-offset": ##"""
      # A moment says its offset from UTC

      A date and time alone are a different moment in each time zone.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        at:    instant
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,at
      A-1,2026-03-14T15:00:00Z
      A-2,2026-03-14T15:00:00
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      quote: record 2, line 3, `at` `2026-03-14T15:00:00`: `at` wants `Z` or an offset from UTC at its end, like 2026-03-14T12:30:00-05:00 [instant-without-offset]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Write `Z` or the offset, or name in the rules the time zone in which bookings are written:

      ```yaml
      inputs:
        at: instant in America/New_York
      ```

      """##,
    "invalid-utf8": ##"""
      # Texts are UTF-8

      Nobody can tell which other encoding the bytes are in.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large
      quote:
        - line: work
          amount: $20
      ```

      ```console
      $ printf 'order,size\nA-1,small\nZ\xfcrich,small\n' > bookings.csv
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      Z�rich,fault,
      quote: record 2, line 3 `Z�rich,small`: the record is not UTF-8: the file must be saved in that encoding [invalid-utf8]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Save the file as UTF-8, or convert it (here from Latin-1, which spreadsheets call Windows-1252):

      ```console
      $ iconv -f WINDOWS-1252 -t UTF-8 bookings.csv | quote price --rules rules.yaml --columns order,status,total -
      order,status,total
      A-1,quoted,20.00
      Zürich,quoted,20.00
      ```

      """##,
    "missing": ##"""
      # A field that every booking must give is not there

      An input that is neither `optional` nor has a `default` must be in every booking.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```csv bookings.csv
      order,pieces
      A-1,3
      A-2,
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,60.00
      A-2,fault,
      quote: record 2, line 3, `pieces`: `pieces` is missing: every booking must give a whole number like 3 [missing]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Give the field, or let the rules say what its absence means:

      ```yaml
      inputs:
        pieces: count [0..100], default 1
      ```

      """##,
    "missing-key": ##"""
      # Every booking has a key

      The input declared as `key` names the booking in everything that is written about it.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```csv bookings.csv
      order,pieces
      A-1,3
      ,2
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,60.00
      ,fault,
      quote: record 2, line 3, `order`: `order` is the key of the booking and is missing: every booking needs one [missing-key]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Give each booking a key of its own. If no booking has one, leave `key` out of the rules: records are then numbered. A key that only some bookings have is `optional`:

      ```yaml
      inputs:
        order: optional text, key
      ```

      """##,
    "mixed-list": ##"""
      # The elements of a list are of one kind

      Either all are objects, or all are plain values.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        items:
          at_most: 5
          each:
            size: one of small | large, from size or itself
      quote:
        - line: work
          amount: $20 * count(items)
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1", "items": [{"size": "small"}, {"size": "large"}]}
      {"order": "A-2", "items": ["small", "large"]}
      {"order": "A-3", "items": [{"size": "small"}, "large"]}
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,40.00
      A-2,quoted,40.00
      A-3,fault,
      quote: record 3, line 3, `items` `large`: `items` mixes objects and plain values: it wants one kind of them [mixed-list]
      quote: 1 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```jsonl
      {"order": "A-3", "items": [{"size": "small"}, {"size": "large"}]}
      ```

      """##,
    "nested-too-deep": ##"""
      # A record is nested no deeper than 256 levels

      Anything deeper is most likely the work of a program that went wrong.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large
      quote:
        - line: work
          amount: $20
      ```

      ```console
      $ (printf '{"order": "A-1", "size": "small", "x": '; head -c 300 /dev/zero | tr '\0' '['; head -c 300 /dev/zero | tr '\0' ']'; echo '}') > bookings.jsonl
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      ,fault,
      quote: record 1, line 1 `{"order": "A-1", "size": "small", "x": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[`: the record is nested too deeply: at most 256 levels [nested-too-deep]
      quote: 1 of 1 booking at fault
      [exit 1]
      ```

      ## Instead

      Leave what the rules do not read out of the record.

      """##,
    "no-as-of": ##"""
      # A booking gives no moment, and nothing else does

      An instant that every booking must give may be given once for all of them, with `--as-of`.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        at:    instant
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,at
      A-1,2026-03-14T15:00:00Z
      A-2,
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      quote: record 2, line 3, `at`: `at` is missing: give it, or set one for all bookings with `--as-of` [no-as-of]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Give the moment in the booking, or one for all bookings that have none:

      ```console
      $ quote price --rules rules.yaml --as-of 2026-03-14T15:00:00Z --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,quoted,20.00
      ```

      """##,
    "no-booking-at-path": ##"""
      # The booking is where `--booking-at` says

      The members of the path must lead from the record to an object.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```jsonl bookings.jsonl
      {"request": {"order": "A-1", "pieces": 3}}
      {"order": "A-2", "pieces": 3}
      ```

      ```console
      $ quote price --rules rules.yaml --booking-at request --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,60.00
      ,fault,
      quote: record 2, line 2, `request` `{"order": "A-2", "pieces": 3}`: the record has no object at `request`, where the booking should be [no-booking-at-path]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Give only records of one form in a run, or use another path:

      ```console
      $ tail -n 1 bookings.jsonl | quote price --rules rules.yaml --columns order,status,total -
      order,status,total
      A-2,quoted,60.00
      ```

      """##,
    "not-a-flag": ##"""
      # A flag is yes or no

      In CSV `true yes 1` and `false no 0`, in lower case, capitalised or in all capitals; in JSON only `true` and `false`.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        stairs: flag
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,stairs
      A-1,yes
      A-2,maybe
      A-3,X
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3, `stairs` `maybe`: `stairs` wants true or false (in CSV also yes or no, 1 or 0) [not-a-flag]
      quote: record 3, line 4, `stairs` `X`: `stairs` wants true or false (in CSV also yes or no, 1 or 0) [not-a-flag]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,stairs
      A-2,no
      A-3,yes
      ```

      """##,
    "not-a-list": ##"""
      # A list is a list

      A single value where a list belongs is most likely a list of one that lost its brackets.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        items:
          at_most: 5
          each:
            size: one of small | large
      quote:
        - line: work
          amount: $20 * count(items)
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1", "items": [{"size": "small"}]}
      {"order": "A-2", "items": {"size": "small"}}
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      quote: record 2, line 2, `items`: `items` wants a list, in square brackets [not-a-list]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```jsonl
      {"order": "A-2", "items": [{"size": "small"}]}
      ```

      """##,
    "not-a-number": ##"""
      # A number is written plainly

      An optional minus sign, digits, a point between digits, an exponent. No plus sign, no currency sign, no unit, no `NaN`.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        budget: money [$0..$10000]
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,budget
      A-1,12.50
      A-2,$12.50
      A-3,.5
      A-4,n/a
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      A-4,fault,
      quote: record 2, line 3, `budget` `$12.50`: `budget` wants a plain number like 12.50 [not-a-number]
      quote: record 3, line 4, `budget` `.5`: `budget` wants a plain number like 12.50 [not-a-number]
      quote: record 4, line 5, `budget` `n/a`: `budget` wants a plain number like 12.50 [not-a-number]
      quote: 3 of 4 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,budget
      A-2,12.50
      A-3,0.5
      ```

      An empty cell is a missing value, which an `optional` input may have.

      """##,
    "not-a-point": ##"""
      # A point is a latitude and a longitude in degrees

      Two fields or columns, `lat` and `lng` of an object, or a text with a comma.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        place: point
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,place
      A-1,"25.77,-80.19"
      A-2,Miami
      A-3,25.77 -80.19
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3, `place` `Miami`: `place` wants a latitude and a longitude in degrees, like 25.77 and -80.19 [not-a-point]
      quote: record 3, line 4, `place` `25.77 -80.19`: `place` wants a latitude and a longitude in degrees, like 25.77 and -80.19 [not-a-point]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,place.lat,place.lng
      A-2,25.77,-80.19
      ```

      """##,
    "not-an-object": ##"""
      # A booking is a JSON object

      In curly brackets, with the names of its fields.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1", "pieces": 3}
      ["A-2", 3]
      "A-3"
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,60.00
      ,fault,
      ,fault,
      quote: record 2, line 2 `["A-2", 3]`: a booking is a JSON object, in curly brackets [not-an-object]
      quote: record 3, line 3 `"A-3"`: a booking is a JSON object, in curly brackets [not-an-object]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```jsonl
      {"order": "A-2", "pieces": 3}
      ```

      """##,
    "not-given": ##"""
      # A booking was read, but an amount of it is not given

      A table has no row for it, the cell is `-` or a formula that lacks something, a date left the calendar, or an optional value that the amount needs is missing. The message says which. An amount is never silently taken as zero.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large | huge
      let:
        price:
          unique: |
            | size  || price |
            | small || $20   |
            | large || $35   |
      quote:
        - line: work
          amount: price
      ```

      ```csv bookings.csv
      order,size
      A-1,small
      A-2,huge
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      quote: rules.yaml has 1 warning: `quote check rules.yaml` shows it
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      quote: record 2, line 3: the amount of `work` is not given: no row of `price` for size = huge [not-given]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Say what such a booking costs, that it is not quoted, or which value to use instead:

      ```yaml
      decline:
        - when: price is not given
          reason: we do not move that
      ```

      """##,
    "nul-byte": ##"""
      # No text holds a NUL byte

      A file that has one is damaged, or is UTF-16. In JSON a key may not have one, `"\u0000"`; other texts may. What is written of such a booking has U+FFFD in its place.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large
      quote:
        - line: work
          amount: $20
      ```

      ```console
      $ printf 'order,size\nA-1,small\nA-\0002,small\n' > bookings.csv
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-�2,fault,
      quote: record 2, line 3 `A-�2,small`: the record holds a NUL byte, which no text has [nul-byte]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ```console
      $ printf '{"order":"A\\u0000","size":"small"}\n' | quote price --rules rules.yaml --columns order,status,total -
      order,status,total
      A�,fault,
      quote: record 1, line 1, `order` `A�`: `order` holds a NUL byte, which no text has [nul-byte]
      quote: 1 of 1 booking at fault
      [exit 1]
      ```

      ## Instead

      Write the file again, or remove the bytes:

      ```console
      $ tr -d '\000' < bookings.csv | quote price --rules rules.yaml --columns order,status,total -
      order,status,total
      A-1,quoted,20.00
      A-2,quoted,20.00
      ```

      """##,
    "number-with-comma": ##"""
      # A number has a point and no commas

      Whether a comma groups thousands or separates decimals depends on the country, so it is never guessed.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        budget: money [$0..$10000]
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,budget
      A-1,1000.50
      A-2,"1,000.50"
      A-3,"2,50"
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3, `budget` `1,000.50`: `budget` wants a number without commas, like 1000.50 [number-with-comma]
      quote: record 3, line 4, `budget` `2,50`: `budget` wants a number without commas, like 1000.50 [number-with-comma]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,budget
      A-2,1000.50
      A-3,2.50
      ```

      """##,
    "out-of-range": ##"""
      # A value lies in the range of its input

      The range is in square brackets after the type; a round bracket excludes the end itself. All proofs about the rules rest on it.
      An input without a range has the range of its type.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```csv bookings.csv
      order,pieces
      A-1,100
      A-2,101
      A-3,1e400
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,2000.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3, `pieces` `101`: `pieces` is outside its range: 0 to 100 [out-of-range]
      quote: record 3, line 4, `pieces` `1e400`: `pieces` is outside its range: 0 to 100 [out-of-range]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      Correct the booking, or widen the range if there are such bookings:

      ```yaml
      inputs:
        pieces: count [0..500]
      ```

      """##,
    "plain-element": ##"""
      # The elements of this list are objects

      None of its fields is the element itself, so a plain value would become an element of nothing but defaults.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        items:
          at_most: 5
          each:
            size: one of small | large
      quote:
        - line: work
          amount: $20 * count(items)
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1", "items": [{"size": "small"}]}
      {"order": "A-2", "items": ["small"]}
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      quote: record 2, line 2, `items` `small`: `items` holds a plain value: it wants objects, in curly brackets [plain-element]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Write objects, or let a field be the element itself:

      ```yaml
      inputs:
        items:
          at_most: 5
          each:
            size: one of small | large, from size or itself
      ```

      """##,
    "quote-not-closed": ##"""
      # A quotation mark at the start of a cell needs a second one at its end

      The line with the first one is at fault, and reading continues after it, so that no row is lost in the cell. The same happens where the quotes of a row of several lines are wrong in another way.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large
        notes: optional text
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,size,notes
      A-1,small,"4"" pipe"
      A-2,small,"oops
      A-3,small,x
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      quote: record 2, line 3 `A-2,small,"oops`: a quoted cell is not closed properly: a quote inside quotes is written twice [quote-not-closed]
      A-3,quoted,20.00
      quote: 1 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      Quotes go around the whole cell, and one inside is written twice:

      ```csv
      order,size,notes
      A-1,small,"4"" pipe"
      A-2,small,oops
      ```

      """##,
    "record-too-long": ##"""
      # A record has no more than 16 MiB

      Most likely a bracket or a quotation mark was left open, and the rest of the file is inside. It does not matter where in the file the record is.

      The rows of a CSV that one booking is made of are held to the same bound together: with more, all of them are one fault, and none is priced as a booking of its own. Mostly many bookings share
      one key then, or the key's column has nothing but one word in it.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large
      quote:
        - line: work
          amount: $20
      ```

      ```console
      $ (printf '{"order": "A-1", "size": "small", "notes": "'; head -c 17000000 /dev/zero | tr '\0' x; echo '"}') > bookings.jsonl
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      ,fault,
      quote: record 1, line 1 `{"order": "A-1", "size": "small", "notes": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`: the record is longer than a record may be: is a bracket or quote left open? [record-too-long]
      quote: 1 of 1 booking at fault
      [exit 1]
      $ rm bookings.jsonl
      ```

      ## Instead

      Close what was left open, or leave what the rules do not read out of the record. Where rows are put together by a key, give each booking its own.

      """##,
    "repeated-key": ##"""
      # A key names one booking

      A key is always compared with the one before it; with `--unique-keys`, with all earlier ones. Counts are compared by value: `5` and `05` are the same.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```csv bookings.csv
      order,pieces
      A-1,3
      A-1,2
      A-2,1
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,60.00
      A-1,fault,
      A-2,quoted,20.00
      quote: record 2, line 3, `order` `A-1`: `order` is the key of an earlier booking: every booking needs its own [repeated-key]
      quote: 1 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      Give each booking its own key. If the rows are parts of one booking, the rules say so with a list, and each row is one of its elements:

      ```yaml
      inputs:
        order: text, key
        items:
          each:
            pieces: count [0..100]
      ```

      """##,
    "space-in-number": ##"""
      # A number has no spaces around it

      Spaces are data in CSV. A number with a space is most likely a sign that the columns are not what they seem.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,pieces
      A-1,3
      A-2, 3
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      quote: record 2, line 3, `pieces` ` 3`: `pieces` wants a number without spaces around it [space-in-number]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,pieces
      A-2,3
      ```

      """##,
    "text-around-quote": ##"""
      # Quotes go around all of a cell

      There is a quotation mark in the middle of an unquoted cell, or something after the closing one.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large
        notes: optional text
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,size,notes
      A-1,small,"4"" pipe"
      A-2,small,4" pipe
      A-3,small,"4" pipe
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3 `A-2,small,4" pipe`: a quoted cell has something before or after its quotes: they must enclose it all [text-around-quote]
      quote: record 3, line 4 `A-3,small,"4" pipe`: a quoted cell has something before or after its quotes: they must enclose it all [text-around-quote]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,size,notes
      A-2,small,"4"" pipe"
      A-3,small,"4"" pipe"
      ```

      """##,
    "too-fine": ##"""
      # A value is a multiple of its input's step

      A count is whole, money has as many decimals as its currency, `step 0.1` has one decimal. A value between two steps is not silently rounded.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        weight: weight in kg [0 kg..500 kg] step 0.1 kg
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,weight
      A-1,12.3
      A-2,12.34
      A-3,12.30
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,quoted,20.00
      quote: record 2, line 3, `weight` `12.34`: `weight` is finer than its step: it must be a multiple of 0.1 kg [too-fine]
      quote: 1 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      Round where the booking is made, or declare a finer step:

      ```yaml
      inputs:
        weight: weight in kg [0 kg..500 kg] step 0.01 kg
      ```

      """##,
    "too-many-elements": ##"""
      # A list has no more elements than `at_most`

      The proofs about sums rest on it. Elements that the rules make are counted too.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        items:
          at_most: 2
          each:
            size: one of small | large
      quote:
        - line: work
          amount: $20 * count(items)
      ```

      ```csv bookings.csv
      order,size
      A-1,small
      A-1,large
      A-2,small
      A-2,small
      A-2,large
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,40.00
      A-2,fault,
      quote: record 2, line 6, `items`: `items` has 3 elements, too many: at most 2 [too-many-elements]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Split the booking, or allow more:

      ```yaml
      inputs:
        items:
          at_most: 20
          each:
            size: one of small | large
      ```

      """##,
    "unknown-choice": ##"""
      # A word is one of those that the input allows

      Input is compared exactly: spaces and letter case count.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,size
      A-1,small
      A-2,Small
      A-3,huge
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3, `size` `Small`: `size` is not one of the allowed words: `small` or `large`; did you mean `small`? [unknown-choice]
      quote: record 3, line 4, `size` `huge`: `size` is not one of the allowed words: `small` or `large` [unknown-choice]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      Write one of the words, or add another one to the rules:

      ```yaml
      inputs:
        size: one of small | large | huge
      ```

      """##,
    "unreadable-date": ##"""
      # A date is written as year, month and day

      Four digits, two and two, with hyphens, for a day that exists.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        day:   date
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,day
      A-1,2026-03-14
      A-2,14.03.2026
      A-3,2026-02-29
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3, `day` `14.03.2026`: `day` wants a date that exists, like 2026-03-14 [unreadable-date]
      quote: record 3, line 4, `day` `2026-02-29`: `day` wants a date that exists, like 2026-03-14 [unreadable-date]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,day
      A-2,2026-03-14
      A-3,2026-02-28
      ```

      Dates in another form are read as texts and turned into dates by a pattern:

      ```yaml
      inputs:
        written: text
      let:
        day:
          becomes: date(written, "dd.MM.yyyy")
      ```

      """##,
    "unreadable-instant": ##"""
      # A moment is written as date, time and offset

      As in RFC 3339: date, `T` or a space, time, and `Z` or an offset from UTC.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        at:    instant
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,at
      A-1,2026-03-14T15:00:00Z
      A-2,14.03.2026 15:00
      A-3,1773500400
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3, `at` `14.03.2026 15:00`: `at` wants a moment like 2026-03-14T12:30:00Z [unreadable-instant]
      quote: record 3, line 4, `at` `1773500400`: `at` wants a moment like 2026-03-14T12:30:00Z [unreadable-instant]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,at
      A-2,2026-03-14T15:00:00+01:00
      ```

      """##,
    "unreadable-json": ##"""
      # A record is JSON

      The message says at which line and column reading stopped, and why. In a list, in square brackets, one comma separates two records; outside a list they simply follow one another.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1", "pieces": 3}
      {"order": "A-2", "pieces": 3,}
      {'order': 'A-3', 'pieces': 3}
      {"order": "A-4", "pieces": 3
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,60.00
      ,fault,
      ,fault,
      ,fault,
      quote: record 2, line 2 `{"order": "A-2", "pieces": 3,}`: the record is not valid JSON: at column 30, `,` comes right before `}` [unreadable-json]
      quote: record 3, line 3 `{'order': 'A-3', 'pieces': 3}`: the record is not valid JSON: at column 2, a name in double quotes is wanted, not `'` [unreadable-json]
      quote: record 4, line 4 `{"order": "A-4", "pieces": 3`: the record is not valid JSON: at column 29, the record ends while `{` is open [unreadable-json]
      quote: 3 of 4 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```jsonl
      {"order": "A-2", "pieces": 3}
      {"order": "A-3", "pieces": 3}
      {"order": "A-4", "pieces": 3}
      ```

      """##,
    "unreadable-json-number": ##"""
      # JSON has no such number or word

      `NaN`, `Infinity`, `None`, `01`, `+1` and `.5` come from other languages.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1", "pieces": 3}
      {"order": "A-2", "pieces": NaN}
      {"order": "A-3", "pieces": 03}
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,60.00
      ,fault,
      ,fault,
      quote: record 2, line 2 `{"order": "A-2", "pieces": NaN}`: the record holds a number or word that JSON does not have: at column 28, `NaN` is not a word of JSON [unreadable-json-number]
      quote: record 3, line 3 `{"order": "A-3", "pieces": 03}`: the record holds a number or word that JSON does not have: at column 28, `03` is not a number of JSON [unreadable-json-number]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```jsonl
      {"order": "A-3", "pieces": 3}
      ```

      Leave out a value that is not known.

      """##,
    "unreadable-list-cell": ##"""
      # A list in a cell is written as the rules say

      As JSON, in square brackets, or in the form of the list's `cell`.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        items:
          at_most: 5
          each:
            size:   one of small | large
            pieces: count [1..10], default 1
      quote:
        - line: work
          amount: $20 * sum(pieces)
      ```

      ```csv bookings.csv
      order,items
      A-1,"[{""size"": ""small"", ""pieces"": 2}]"
      A-2,small*2;large
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,40.00
      A-2,fault,
      quote: record 2, line 3, `items` `small*2;large`: `items` is not in the form of its list: JSON, in square brackets [unreadable-list-cell]
      quote: 1 of 2 bookings at fault
      [exit 1]
      ```

      ## Instead

      Write JSON, or declare the form in the rules:

      ```yaml
      inputs:
        items:
          at_most: 5
          cell: "size*pieces;"
          each:
            size:   one of small | large
            pieces: count [1..10], default 1
      ```

      """##,
    "unreadable-time": ##"""
      # A time is written as hours and minutes

      In 24-hour form, two digits each, with or without seconds.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        from:  time
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,from
      A-1,09:30
      A-2,9:30
      A-3,9 am
      A-4,24:00
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      A-4,fault,
      quote: record 2, line 3, `from` `9:30`: `from` wants a time like 12:30 or 12:30:15 [unreadable-time]
      quote: record 3, line 4, `from` `9 am`: `from` wants a time like 12:30 or 12:30:15 [unreadable-time]
      quote: record 4, line 5, `from` `24:00`: `from` wants a time like 12:30 or 12:30:15 [unreadable-time]
      quote: 3 of 4 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,from
      A-2,09:30
      A-3,09:00
      A-4,00:00
      ```

      """##,
    "wrong-field-count": ##"""
      # A row has as many cells as the header

      A comma inside a cell needs quotes around the cell. If a row spans several lines, a quotation mark was most likely left open, and bookings may be inside.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order: text, key
        size:  one of small | large
        notes: optional text
      quote:
        - line: work
          amount: $20
      ```

      ```csv bookings.csv
      order,size,notes
      A-1,small,first floor
      A-2,small,first floor, left
      A-3,small
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.csv
      order,status,total
      A-1,quoted,20.00
      A-2,fault,
      A-3,fault,
      quote: record 2, line 3 `A-2,small,first floor, left`: the row has 4 cells where the header has 3 [wrong-field-count]
      quote: record 3, line 4 `A-3,small`: the row has 2 cells where the header has 3 [wrong-field-count]
      quote: 2 of 3 bookings at fault
      [exit 1]
      ```

      ## Instead

      ```csv
      order,size,notes
      A-2,small,"first floor, left"
      A-3,small,
      ```

      """##,
    "wrong-type": ##"""
      # A JSON value has the type of its input

      A number is never read from a text, nor a text from a number: one of the two programs that exchange them is mistaken. Something other than an object in the middle of a path (`address.zip` in `"address": "Main St"`) is a fault too.

      ```yaml rules.yaml
      schema: quote/1
      name: moving
      currency: USD
      inputs:
        order:  text, key
        pieces: count [0..100]
        zip:    optional text, from address.zip
      quote:
        - line: work
          amount: $20 * pieces
      ```

      ```jsonl bookings.jsonl
      {"order": "A-1", "pieces": 3}
      {"order": "A-2", "pieces": "3"}
      {"order": 17, "pieces": 3}
      {"order": "A-4", "pieces": 3, "address": "Main St"}
      ```

      ```console
      $ quote price --rules rules.yaml --columns order,status,total bookings.jsonl
      order,status,total
      A-1,quoted,60.00
      A-2,fault,
      17,fault,
      A-4,fault,
      quote: record 2, line 2, `pieces` `3`: `pieces` has a value of the wrong type: it wants a whole number like 3, without quotes [wrong-type]
      quote: record 3, line 3, `order` `17`: `order` has a value of the wrong type: it wants a text, in quotes [wrong-type]
      quote: record 4, line 4, `zip` `Main St`: `zip` is read from `address.zip`, and `address` is not an object: it wants one, in curly brackets [wrong-type]
      quote: 3 of 4 bookings at fault
      [exit 1]
      ```

      ## Instead

      Correct the program that writes the bookings, or let the rules say that the value is converted:

      ```yaml
      inputs:
        pieces: count [0..100], read as integer
        order:  text, key, any as text
      ```

      """##,
  ]
}
