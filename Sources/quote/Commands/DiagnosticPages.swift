// Made from docs/diagnostics by `UPDATE_CASES=1 swift test --filter PageTests`.

/// The pages of the diagnostics by id, as `docs/diagnostics` has them.
enum DiagnosticPages {
  static let all: [String: String] = [
    "accepted-condition": ##"""
      # `when` of an accepted difference holds or does not hold

      It is a condition in the rules language, about the booking and about how the two answers differ.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```accepted.yaml
      schema: quote-accepted/1
      accepted:
        - when: difference
          reason: a cent now and then
      ```

      ```console
      $ quote diff --rules rules.yaml --reference quotes.csv --accepted accepted.yaml bookings.csv
      error[accepted-condition]: `when` of an accepted difference holds or does not hold
       --> accepted.yaml:3:11
        |
      3 |   - when: difference
        |           ^^^^^^^^^^  is another kind of value
      help: compare it with something: abs(difference) <= $0.01
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-accepted/1
      accepted:
        - when: abs(difference) <= $0.01
          reason: a cent now and then
      ```

      """##,
    "accepted-name": ##"""
      # `ours` and `theirs` have the names of the rules' lines and outputs

      Both sides use our names, whatever the other side calls its values: `ours.total`, `theirs.total`, `ours.status`, `theirs.reason`.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```accepted.yaml
      schema: quote-accepted/1
      accepted:
        - when: theirs.totl > $70
          reason: their discount starts later
      ```

      ```console
      $ quote diff --rules rules.yaml --reference quotes.csv --accepted accepted.yaml bookings.csv
      error[accepted-name]: `theirs` has the names of the rules' lines and outputs
       --> accepted.yaml:3:18
        |
      3 |   - when: theirs.totl > $70
        |                  ^^^^  `totl` is none of them
      help: did you mean `total`?
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-accepted/1
      accepted:
        - when: theirs.total > $70
          reason: their discount starts later
      ```

      """##,
    "alternatives-overlap": ##"""
      # Alternatives of a key cell overlap

      A comma means "or", so it makes no difference that a value is in both: perhaps "and" was meant. This is a warning.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
      let:
        rate:
          first: |
            | pieces       || rate |
            | [1..5], >= 4 || 5%   |
            | -            || 8%   |
      quote:
        - line: work
          amount: round($100 * rate)
      ```

      ```diagnostics
      warning[alternatives-overlap]: one of the values in a key cell is enough
        --> rules.yaml:11:17
         |
      11 |       | [1..5], >= 4 || 5%   |
         |         ------  ^^^^  some of this is already in the other
         |         |
         |         the other
      help: a comma says “or”; for both at once, write one range: `[1..5)`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | [4..5] || 5%   |
            | -      || 8%   |
      ```

      """##,
    "ambiguous-none": ##"""
      # `none` means not given, unless the key can be the word `none`

      The key is a `one of` that has the word `none`, and it is optional, so the cell could mean either.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        package: optional one of none | big
      let:
        price:
          first: |
            | package || price |
            | none    || $0    |
            | -       || $45   |
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[ambiguous-none]: `none` means not given, unless the key can be the word `none`
        --> rules.yaml:11:9
         |
      11 |       | none    || $0    |
         |         ^^^^  `package` may be the word `none`, and may also be not given
      help: write the word in quotation marks: `"none"`
      help: for what is not given, add a key column `package is given`: `no` there, `-` here
      ```

      ## Instead

      ```yaml
      let:
        price:
          first: |
            | package is given | package || price |
            | no               | -       || $5    |
            | -                | "none"  || $0    |
            | -                | -       || $45   |
      ```

      For a key that is always given, `none` is the word.

      """##,
    "area-alone": ##"""
      # An area is written after `in` or in a key cell

      By itself it has no value.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          circle:
            center: 25.77, -80.19
            radius: 5 km
      quote:
        - line: work
          when: zone
          amount: price
      ```

      ```diagnostics
      error[area-alone]: an area is written after `in` or in a key cell
        --> rules.yaml:15:11
         |
      15 |     when: zone
         |           ^^^^
      help: write `point in zone`
      ```

      ## Instead

      ```yaml
      - line: work
        when: pickup in zone
        amount: price
      ```

      """##,
    "bad-bound": ##"""
      # Bounds are values of the input's type

      A range of money has amounts of money as bounds, a range of dates has dates.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pieces: count [0..$10]
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[bad-bound]: `$10` is not a value of the input's type
       --> rules.yaml:7:21
        |
      7 |   pieces: count [0..$10]
        |                     ^^^
      ```

      ## Instead

      ```yaml
      inputs:
        pieces: count [0..10]
      ```

      """##,
    "bad-cell-pattern": ##"""
      # `cell` is names of fields separated by marks

      All but the first may be left out, together with the mark before them; the last mark separates elements.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        rooms:
          cell: "*;"
          each:
            size: count [0..50]
            rate: money [$0..$10]
      quote:
        - line: room
          for: rooms
          amount: rate
      ```

      ```diagnostics
      error[bad-cell-pattern]: `cell` is names of fields separated by marks, and a mark that separates elements
       --> rules.yaml:8:12
        |
      8 |     cell: "*;"
        |            ^^
      help: such as `tint:size*quantity;`
      ```

      ## Instead

      ```yaml
      inputs:
        rooms:
          cell: "size*rate;"
          each:
            size: count
            rate: money
      ```

      """##,
    "bad-default": ##"""
      # A default is a value of the input's type

      A default is read like a value that a booking gives.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pieces: count, default many
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[bad-default]: a default is a value of the input's type
       --> rules.yaml:7:26
        |
      7 |   pieces: count, default many
        |                          ^^^^  `many` is not a count
      help: `pieces` is a count: write it as `3`
      ```

      ## Instead

      ```yaml
      inputs:
        pieces: count, default 1
      ```

      """##,
    "bad-pattern": ##"""
      # A pattern says how a value is written

      Letters of a pattern stand for parts of a date or a time: `yyyy` or `yy`, `MM` or `M`, `dd` or `d`, `HH` or `H`, `mm` or `m`, `ss` or `s`. Letters that stand for themselves are in apostrophes. A pattern for a number consists of zeros, with a point among them.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      timezone: Europe/London
      inputs:
        order: text, key
        price: money [$0..$1000]
        at:    instant
        day:   text
      quote:
        - line: work
          amount: price
      outputs:
        sent:     text(at, "YYYY-MM-dd")
        sent_at:  text(at, "yyyy-MM-ddTHH:mm")
        month:    text(date(at), "MMM")
        day:      text(date(at), "yyyy-MM-dd HH:mm")
        arrival:  date(day, "d.M.yy")
        shown:    text(price, "#,##0.00")
      ```

      ```diagnostics
      error[bad-pattern]: letters of a pattern stand for parts of an instant
        --> rules.yaml:14:22
         |
      14 |   sent:     text(at, "YYYY-MM-dd")
         |                      ^^^^^^^^^^^^  `YYYY` stands for none
      help: did you mean `yyyy`?
      help: they are `yyyy`, `yy`, `MM`, `M`, `dd`, `d`, `HH`, `H`, `mm`, `m`, `ss`, `s`
      help: letters that stand for themselves are in apostrophes: `'YYYY'`

      error[bad-pattern]: letters of a pattern stand for parts of an instant
        --> rules.yaml:15:22
         |
      15 |   sent_at:  text(at, "yyyy-MM-ddTHH:mm")
         |                      ^^^^^^^^^^^^^^^^^^  `T` stands for none
      help: they are `yyyy`, `yy`, `MM`, `M`, `dd`, `d`, `HH`, `H`, `mm`, `m`, `ss`, `s`
      help: letters that stand for themselves are in apostrophes: `'T'`

      error[bad-pattern]: a letter of a pattern is repeated only as often as that has a meaning
        --> rules.yaml:16:28
         |
      16 |   month:    text(date(at), "MMM")
         |                            ^^^^^  `MMM` has none
      help: write `MM` or `M`

      error[bad-pattern]: letters of a pattern stand for parts of a date
        --> rules.yaml:17:28
         |
      17 |   day:      text(date(at), "yyyy-MM-dd HH:mm")
         |                            ^^^^^^^^^^^^^^^^^^  `HH` stands for none
      help: they are `yyyy`, `yy`, `MM`, `M`, `dd`, `d`
      help: letters that stand for themselves are in apostrophes: `'HH'`

      error[bad-pattern]: a letter of a pattern is repeated only as often as that has a meaning
        --> rules.yaml:18:23
         |
      18 |   arrival:  date(day, "d.M.yy")
         |                       ^^^^^^^^  `yy` has none
      help: write `yyyy`

      error[bad-pattern]: a pattern of a number is zeros, with a point among them
        --> rules.yaml:19:25
         |
      19 |   shown:    text(price, "#,##0.00")
         |                         ^^^^^^^^^^
      help: `0.00` prints two decimals, `00` at least two digits; write what goes around it as text
      ```

      ## Instead

      ```yaml
      sent:     text(at, "yyyy-MM-dd")
      sent_at:  text(at, "yyyy-MM-dd'T'HH:mm")
      month:    text(date(at), "MM")
      day:      text(at, "yyyy-MM-dd HH:mm")
      arrival:  date(day, "d.M.yyyy")
      shown:    text(price, "0.00")
      ```

      """##,
    "bad-step": ##"""
      # A step is a positive figure of the same kind

      An amount is rounded to a step of money, a distance to a step of length.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: round(price, 5)
      ```

      ```diagnostics
      error[bad-step]: a step is a positive figure of the same kind as what is rounded
        --> rules.yaml:11:26
         |
      11 |     amount: round(price, 5)
         |                   -----  ^  this is a count
         |                   |
         |                   this is money
      help: write `$5`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price, $5)
      ```

      """##,
    "becomes-under-for": ##"""
      # `becomes` cannot stand directly under `for`

      It would set the subtotal once for each element, and only the last would count.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        rooms:
          each:
            size: count [0..50]
      quote:
        - line: room
          for: rooms
          becomes: max(subtotal, $5 * size)
      ```

      ```diagnostics
      error[becomes-under-for]: `becomes` cannot stand directly under `for`
        --> rules.yaml:12:14
         |
      11 |     for: rooms
         |          -----  the list
      12 |     becomes: max(subtotal, $5 * size)
         |              ^^^^^^^^^^^^^^^^^^^^^^^^  would set the subtotal once for each element
      help: use `amount`, or put it under `lines`, where each element has its own subtotal
      ```

      ## Instead

      ```yaml
      - line: room
        for: rooms
        lines:
          - line: base
            amount: $5 * size
          - line: least
            becomes: max(subtotal, $20)
      ```

      """##,
    "before-keep": ##"""
      # `keep` is decided before lists are complete

      Sums and other values over a list are known only once it is known which elements stay.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        rooms:
          keep: size > sum(size) / 10
          each:
            size: count [0..50]
            rate: money [$0..$10]
      quote:
        - line: room
          for: rooms
          amount: rate
      ```

      ```diagnostics
      error[before-keep]: `keep` and extra elements are decided before lists are complete
       --> rules.yaml:8:11
        |
      8 |     keep: size > sum(size) / 10
        |           ^^^^^^^^^^^^^^^^^^^^^  this needs the complete list
      help: use fields of the element and of what holds it
      ```

      ## Instead

      ```yaml
      inputs:
        rooms:
          keep: size > 5
          each:
            size: count
            rate: money
      ```

      """##,
    "blank-bracket": ##"""
      # Every bracket has a price

      If nothing is charged, say so: `$0`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | [0..3] || -       |
            | > 3    || $4 each |
      quote:
        - line: work
          amount: rate
      ```

      ```diagnostics
      error[blank-bracket]: every bracket has a price
        --> rules.yaml:13:19
         |
      13 |       | [0..3] || -       |
         |                   ^  none here
      help: `$0` prices nothing
      ```

      ## Instead

      ```yaml
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | [0..3] || $0      |
            | > 3    || $4 each |
      ```

      """##,
    "brace-empty": ##"""
      # Braces hold a formula

      Braces in texts hold what is to be printed there.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          label: 'pieces: {}'
          amount: price
      ```

      ```diagnostics
      error[brace-empty]: braces hold a formula
        --> rules.yaml:11:21
         |
      11 |     label: 'pieces: {}'
         |                     ^^  nothing is in them
      help: write \{\} for the characters themselves
      ```

      ## Instead

      ```yaml
      - line: work
        label: 'pieces: {pieces}'
        amount: price
      ```

      """##,
    "brace-unmatched": ##"""
      # `}` closes a formula in a text

      Braces in labels, reasons and quoted texts hold formulas. The character itself is written `\}`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          label: '{pieces} pieces}'
          amount: price
      ```

      ```diagnostics
      error[brace-unmatched]: `}` closes a formula in a text
        --> rules.yaml:11:28
         |
      11 |     label: '{pieces} pieces}'
         |                            ^  none is open here
      help: write \} for the character itself
      ```

      ## Instead

      ```yaml
      - line: work
        label: '{pieces} pieces'
        amount: price
      ```

      """##,
    "bracket-form": ##"""
      # A bracket is one range

      Brackets are taken one after the other, each a single stretch of the measure.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | 1, 3   || $5 each |
            | > 3    || $4 each |
      quote:
        - line: work
          amount: rate
      ```

      ```diagnostics
      error[bracket-form]: a bracket is one range of `pieces`
        --> rules.yaml:13:9
         |
      13 |       | 1, 3   || $5 each |
         |         ^^^^  not one range
      help: `[0..10)`, `>= 10`, or `-` for all of it
      ```

      ## Instead

      ```yaml
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | [0..3] || $5 each |
            | > 3    || $4 each |
      ```

      """##,
    "bracket-gap": ##"""
      # Brackets cover everything from zero up

      A part of the measure outside every bracket would have no price.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | [0..3] || $5 each |
            | > 5    || $4 each |
      quote:
        - line: work
          amount: rate
      ```

      ```diagnostics
      error[bracket-gap]: the brackets of `rate` cover everything from zero up
        --> rules.yaml:14:9
         |
      13 |       | [0..3] || $5 each |
         |         ------  the bracket before it
      14 |       | > 5    || $4 each |
         |         ^^^  no bracket for pieces = 4
      help: one bracket begins where the other ends, the first at zero: `>= 4`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | [0..3] || $5 each |
            | > 3    || $4 each |
      ```

      """##,
    "bracket-open": ##"""
      # A bracket that is opened is closed

      Parentheses and the brackets of ranges come in pairs; a range may end in `)` or `]`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: (price + $1
      ```

      ```diagnostics
      error[bracket-open]: `(` needs its `)`
        --> rules.yaml:11:13
         |
      11 |     amount: (price + $1
         |             ^          -  `)` should come before this
         |             |
         |             opened here
      ```

      ## Instead

      ```yaml
      - line: work
        amount: (price + $1)
      ```

      """##,
    "bracket-price": ##"""
      # A bracket is priced by its measure, or flat

      Per piece, per mile, or as a percentage of a sum; or as an amount once the bracket is entered.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          graduated: |
            | pieces || rate  |
            | [0..3] || $5/mi |
            | > 3    || $4/mi |
      quote:
        - line: work
          amount: rate
      ```

      ```diagnostics
      error[bracket-price]: a bracket is priced by its measure, or flat
        --> rules.yaml:13:19
         |
      13 |       | [0..3] || $5/mi |
         |                   ^^^^^  this is money per distance, the measure is a count
      help: `$10 each` for each unit inside, `$10` once the bracket is entered
      ```

      ## Instead

      ```yaml
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | [0..3] || $5 each |
            | > 3    || $4 each |
      ```

      """##,
    "built-in-unit": ##"""
      # A built-in unit is not declared again

      `units` is for units that the language does not know: GB, pallets, seats.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      units: [km, GB]
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[built-in-unit]: `km` is already a unit
       --> rules.yaml:4:9
        |
      4 | units: [km, GB]
        |         ^^  built in
      help: remove it from `units`
      ```

      ## Instead

      ```yaml
      units: [GB]
      ```

      """##,
    "by-not-taken": ##"""
      # Only `first`, `last`, `sum_before` and `split` take `by`

      A sum, a count or a maximum is the same in whatever order the elements come, and there are no groups: `by` does not make one sum for each kind.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        items:
          each:
            kind:   one of small | large
            price:  money [$0..$100]
            weight: weight in kg [0 kg..50 kg]
      quote:
        - line: small_items
          amount: sum(price by kind)
        - line: of_the_heaviest
          amount: max(price, by weight) default $0
      ```

      ```diagnostics
      error[by-not-taken]: only `first`, `last`, `sum_before` and `split` take `by`
        --> rules.yaml:13:26
         |
      13 |     amount: sum(price by kind)
         |                          ^^^^  `sum` takes none
      help: there is no `sum` for each `kind`: write one for each of its values, `sum(price where kind = …)`

      error[by-not-taken]: only `first`, `last`, `sum_before` and `split` take `by`
        --> rules.yaml:15:27
         |
      15 |     amount: max(price, by weight) default $0
         |                           ^^^^^^  `max` takes none
      help: the `price` of the element with the greatest `weight` is `last(price, by weight)`
      help: there is no `max` for each `weight`: write one for each of its values, `max(price where weight = …)`
      ```

      ## Instead

      ```yaml
      - line: small_items
        amount: sum(price where kind = "small")
      - line: large_items
        amount: sum(price where kind = "large")
      - line: of_the_heaviest
        amount: last(price, by weight) default $0
      ```

      """##,
    "cannot-add": ##"""
      # Only the same kind can be added

      Money and money, miles and kilometres; not money and a number.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price + 5
      ```

      ```diagnostics
      error[cannot-add]: `money` cannot be added to `a count`
        --> rules.yaml:11:19
         |
       7 |   price: money [$0..$1000]
         |   ------------------------  `price` is declared here
      ...
      11 |     amount: price + 5
         |             ----- ^ -  this is a count
         |             |
         |             this is money
      help: add its currency: `$5`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price + $5
      ```

      """##,
    "cannot-compare": ##"""
      # Only the same kind can be compared

      Money with money, a date with a date.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: price > 100
          amount: price
      ```

      ```diagnostics
      error[cannot-compare]: `money` cannot be compared with `a count`
        --> rules.yaml:11:17
         |
       7 |   price: money [$0..$1000]
         |   ------------------------  `price` is declared here
      ...
      11 |     when: price > 100
         |           ----- ^ ---  this is a count
         |           |
         |           this is money
      help: add its currency: `$100`
      ```

      ## Instead

      ```yaml
      - line: work
        when: price > $100
        amount: price
      ```

      """##,
    "cannot-divide": ##"""
      # These two have no quotient

      Things of one kind divide into a number; money divided by a distance is a price per distance.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: pieces / price > 2
          amount: price
      ```

      ```diagnostics
      error[cannot-divide]: `a count` cannot be divided by `money`
        --> rules.yaml:11:18
         |
       6 |   pieces: count [0..100]
         |   ----------------------  `pieces` is declared here
       7 |   price: money [$0..$1000]
         |   ------------------------  `price` is declared here
      ...
      11 |     when: pieces / price > 2
         |           ------ ^ -----  this is money
         |           |
         |           this is a count
      help: divide by a count or a number, or by something of the same kind
      ```

      ## Instead

      ```yaml
      - line: work
        when: price / pieces > $2
        amount: price
      ```

      """##,
    "cannot-multiply": ##"""
      # These two have no product

      Money is multiplied by counts and numbers; a price per mile by miles. There are no square miles of time.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        way: distance in mi
      quote:
        - line: work
          amount: price * way
      ```

      ```diagnostics
      error[cannot-multiply]: `money` cannot be multiplied by `a distance`
        --> rules.yaml:10:19
         |
       6 |   price: money [$0..$1000]
         |   ------------------------  `price` is declared here
       7 |   way: distance in mi
         |   -------------------  `way` is declared here
      ...
      10 |     amount: price * way
         |             ----- ^ ---  this is a distance
         |             |
         |             this is money
      help: `way / 1 mi` is a plain number; what is multiplied by a measure is a price per unit, like `$10/mi`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: $1.50/mi * way
      ```

      """##,
    "cell-not-of-type": ##"""
      # All cells of a column are of its type

      The type of the column follows from its other cells.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || on: date   |
            | < 10   || 2026-03-14 |
            | -      || soon       |
      quote:
        - line: work
          when: rate.on = 2026-03-14
          amount: price
      ```

      ```diagnostics
      error[cell-not-of-type]: every cell of `on` is a date
        --> rules.yaml:14:19
         |
      14 |       | -      || soon       |
         |                   ^^^^  `soon` is not
      help: a date is written like `2026-03-14`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || on         |
            | < 10   || 2026-03-14 |
            | -      || 2026-03-15 |
      ```

      """##,
    "cell-wanted": ##"""
      # A setting of a table names one cell

      The key cells name the row, and the name of the column follows.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_rate: 8%
        unit_price:
          first: |
            | pieces || each |
            | < 10   || $5   |
            | -      || $4   |
      quote:
        - line: work
          amount: unit_price * pieces
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```console
      $ quote check rules.yaml --set 'let.unit_price=$6'
      error[cell-wanted]: `unit_price` is a table: a setting names one cell of it
       --> --set:1:5
        |
      1 | let.unit_price=$6
        |     ^^^^^^^^^^  which row, and which of each
      help: write let.unit_price[key cells]=value, or use an overlay file
      1 error
      [exit 1]
      ```

      ## Instead

      ```sh
      quote check rules.yaml --set 'let.unit_price[< 10]=$6'
      ```

      """##,
    "choice-empty": ##"""
      # `one of` lists words separated by `|`

      The words are spelt as in the data.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        size: one of small | | large
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[choice-empty]: `one of` lists words separated by `|`
       --> rules.yaml:7:24
        |
      7 |   size: one of small | | large
        |                        ^  no word here
      ```

      ## Instead

      ```yaml
      inputs:
        size: one of small | large
      ```

      """##,
    "choice-form": ##"""
      # What `one of` lists would be a single word

      The words to choose from are separated by `|`. Brackets, `or` and commas separate nothing: they would be part of one long word, which no booking has.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        size: one of [small, large]
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[choice-form]: `[small, large]` would be a single word
       --> rules.yaml:7:16
        |
      7 |   size: one of [small, large]
        |                ^^^^^^^^^^^^^^  one word
      help: words to choose from are separated by `|`: `one of small | large`
      help: a word that is spelt like this needs quotation marks
      ```

      ## Instead

      ```yaml
      inputs:
        size: one of small | large
      ```

      A word that is spelt like this in the data needs quotation marks: `one of "pick up or delivery"`.

      """##,
    "circular": ##"""
      # No definition may use itself

      Not even through others: there would be no order in which to work it out.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        net: gross - $5
        gross: net + $5
      quote:
        - line: work
          amount: net
      ```

      ```diagnostics
      error[circular]: no definition may use itself, not even through others
        --> rules.yaml:11:10
         |
      10 |   net: gross - $5
         |   ---
      11 |   gross: net + $5
         |   -----  ^^^  `net` uses `gross` uses `net`
      ```

      ## Instead

      ```yaml
      let:
        net:   price
        gross: net + $5
      ```

      """##,
    "comparison-chained": ##"""
      # Comparisons are not chained

      `0 < pieces` is already yes or no, and cannot be compared with a number.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: 0 < pieces < 10
          amount: price
      ```

      ```diagnostics
      error[comparison-chained]: comparisons are not chained
        --> rules.yaml:11:22
         |
      11 |     when: 0 < pieces < 10
         |           ---------- ^  a second one
         |           |
         |           already yes or no
      help: join two comparisons with `and`, or write x in [a..b]
      ```

      ## Instead

      ```yaml
      - line: work
        when: pieces in (0..10)
        amount: price
      ```

      """##,
    "configuration-elsewhere": ##"""
      # Settings stand where the map reads them

      An overlay map says where in a record its values are. If none of these places is in the record, and a name that they lead over stands somewhere else, nothing is written: an overlay of what the rules say anyway would look like one of the settings.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      let:
        least: $50
      quote:
        - line: parcel
          amount: max($7 * pieces, least)
      ```

      ```map.yaml
      schema: quote-overlay/1
      inputs:
        minimum: optional money, from db_rows.pricing_config[key=minimum].value
      overlay:
        least: minimum
      ```

      ```settings.json
      {"pricing_config": [{"key": "minimum", "value": 100}]}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml settings.json
      error[configuration-elsewhere]: the record has nothing where the map reads
       --> settings.json:1:2
        |
      1 | {"pricing_config": [{"key": "minimum", "value": 100}]}
        |  ^^^^^^^^^^^^^^^^  `pricing_config` is here; the map reads `db_rows.pricing_config`
      help: move it in the record, or correct `from` in the map
      [exit 1]
      ```

      ## Instead

      ```json
      {"db_rows": {"pricing_config": [{"key": "minimum", "value": 100}]}}
      ```

      A record with none of the names is not refused: that nothing in it is read is said on standard error.

      ```other.json
      {"opening_hours": "9-17"}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml other.json
      quote: `other.json` has nothing that the map reads
      # Made by `quote overlay` from other.json with map.yaml.
      # the record replaces nothing
      ```

      """##,
    "configuration-fault": ##"""
      # The record does not say what the map reads

      A value of the record is missing, or is not of the type that the overlay map declares for it. A program that reads this record as the map says would fail at it as well.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        size: text
        zone: count [1..3]
      let:
        rate: 8%
        price:
          first: |
            | size  || price |
            | small || $5    |
        zones:
          first: |
            | size  || zone: 1 | 2  | 3  |
            | small || $5      | $6 | $7 |
      quote:
        - line: work
          amount: price + zones
        - line: fee
          amount: round(subtotal * rate)
      ```

      ```yaml map.yaml
      schema: quote-overlay/1
      inputs:
        amount: number [0..1], from rate
        prices:
          each:
            size: text
            amount_each: money, from each
      overlay:
        rate: amount
      ```

      ```json record.json
      {"rate": "high", "prices": []}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml record.json
      error[configuration-fault]: the record does not say what the map reads
       --> record.json:1:10
        |
      1 | {"rate": "high", "prices": []}
        |          ^^^^^^  `amount`, read from `rate`, has a value of the wrong type: it wants a plain number like 12.50, without quotes
       ::: map.yaml:3:3
        |
      3 |   amount: number [0..1], from rate
        |   ------  `amount` reads it
      help: correct the record: a program that reads it as the map says cannot price with it
      [exit 1]
      ```

      ## Instead

      ```json
      {"rate": "0.09", "prices": []}
      ```

      """##,
    "configuration-refused": ##"""
      # The map refuses this record

      `decline` in an overlay map says which records must not become an overlay.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        size: text
        zone: count [1..3]
      let:
        rate: 8%
        price:
          first: |
            | size  || price |
            | small || $5    |
        zones:
          first: |
            | size  || zone: 1 | 2  | 3  |
            | small || $5      | $6 | $7 |
      quote:
        - line: work
          amount: price + zones
        - line: fee
          amount: round(subtotal * rate)
      ```

      ```yaml map.yaml
      schema: quote-overlay/1
      inputs:
        amount: number [0..1], from rate
        prices:
          each:
            size: text
            amount_each: money, from each
      decline:
        - when: amount > 50%
          reason: no rate is over 50%
      overlay:
        rate: amount
      ```

      ```json record.json
      {"rate": 0.9, "prices": []}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml record.json
      error[configuration-refused]: the map refuses this record
       --> record.json:1:1
        |
      1 | {"rate": 0.9, "prices": []}
        | ^  no rate is over 50%
      [exit 1]
      ```

      ## Instead

      ```json
      {"rate": 0.09, "prices": []}
      ```

      """##,
    "corners-swapped": ##"""
      # A box goes from its south-west to its north-east corner

      The first corner has the lesser latitude and the lesser longitude.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          box:
            south_west: 25.8, -80.1
            north_east: 25.7, -80.2
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[corners-swapped]: a box goes from its south-west to its north-east corner
        --> rules.yaml:11:7
         |
      11 |       south_west: 25.8, -80.1
         |       ^^^^^^^^^^^^^^^^^^^^^^^  `zone` does not
      help: the first corner has the lesser latitude and longitude
      ```

      ## Instead

      ```yaml
      let:
        zone:
          box:
            south_west: 25.7, -80.2
            north_east: 25.8, -80.1
      ```

      """##,
    "count-of-condition": ##"""
      # `count` counts elements, or values that are given

      A condition is yes or no, and a no is given too: all elements would be counted.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        items:
          each:
            size: one of small | large
      quote:
        - line: work
          amount: $5 * count(size = "small")
      ```

      ```diagnostics
      error[count-of-condition]: `count` counts elements, or values that are given
        --> rules.yaml:11:24
         |
      11 |     amount: $5 * count(size = "small")
         |                        ^^^^^^^^^^^^^^  yes or no: a no would be counted too
      help: write `count(items where size = "small")` to count those for which it holds
      ```

      ## Instead

      ```yaml
      - line: work
        amount: $5 * count(items where size = "small")
      ```

      """##,
    "currency-form": ##"""
      # A currency is three capital letters

      Codes of ISO 4217 say how many digits an amount has.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: dollars
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[currency-form]: a currency is three capital letters (ISO 4217)
       --> rules.yaml:3:11
        |
      3 | currency: dollars
        |           ^^^^^^^  `dollars` is not
      help: write USD, EUR, GBP …
      ```

      ## Instead

      ```yaml
      currency: USD
      ```

      """##,
    "dead-condition": ##"""
      # A condition holds for some bookings

      Inputs have ranges, and no value in them satisfies this condition; or two parts joined by `and` exclude each other. What hangs on it is never charged, and no booking is ever
      declined for it. This is a warning.

      Only what is certain is said, and only of values that come from inputs alone. A comparison with a figure of zero is let alone, since it is a way to switch something off.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        seats: count [1..8]
        shipped_on: date [2025-01-01..2030-12-31]
        kind: one of car | van
      quote:
        - line: ride
          amount: $20
        - line: large
          when: seats > 8
          amount: $10
        - line: advent
          when: shipped_on >= 2026-12-01 and shipped_on <= 2026-11-24
          amount: -$2
        - line: season
          when: kind = "van" and (shipped_on in [2032-12-01..2032-12-24] or seats = 1)
          amount: -$1
        - line: both
          when: kind = "van" and kind = "car"
          amount: $3
      ```

      ```diagnostics
      warning[dead-condition]: a condition holds for some bookings
        --> rules.yaml:13:11
         |
      13 |     when: seats > 8
         |           ^^^^^^^^^  never, for `seats` goes from 1 to 8

      warning[dead-condition]: a condition holds for some bookings
        --> rules.yaml:16:40
         |
      16 |     when: shipped_on >= 2026-12-01 and shipped_on <= 2026-11-24
         |           ------------------------     ^^^^^^^^^^^^^^^^^^^^^^^^  never while the other part holds: no `shipped_on` satisfies both
         |           |
         |           the other part
      help: for one or the other, write `or`

      warning[dead-condition]: a condition holds for some bookings
        --> rules.yaml:19:29
         |
      19 |     when: kind = "van" and (shipped_on in [2032-12-01..2032-12-24] or seats = 1)
         |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^  never, for `shipped_on` goes from 2025-01-01 to 2030-12-31

      warning[dead-condition]: a condition holds for some bookings
        --> rules.yaml:22:28
         |
      22 |     when: kind = "van" and kind = "car"
         |           ------------     ^^^^^^^^^^^^  never while the other part holds: no `kind` satisfies both
         |           |
         |           the other part
      help: for one or the other, write `or`
      ```

      ## Instead

      ```yaml
      quote:
        - line: large
          when: seats >= 8
          amount: $10
        - line: advent
          when: shipped_on >= 2026-11-24 and shipped_on <= 2026-12-01
          amount: -$2
        - line: season
          when: kind = "van" and (shipped_on in [2026-12-01..2026-12-24] or seats = 1)
          amount: -$1
        - line: both
          when: kind = "van" or kind = "car"
          amount: $3
      ```

      """##,
    "dead-row": ##"""
      # A row can never count

      Rows above it match every booking that it would match, or the key never has such a value. This is a warning.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || rate |
            | < 50   || 0%   |
            | < 10   || 5%   |
            | -      || 10%  |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      warning[dead-row]: a row of `rate` can never be the first that holds
        --> rules.yaml:14:7
         |
      13 |       | < 50   || 0%   |
         |       ------------------  this row
      14 |       | < 10   || 5%   |
         |       ^^^^^^^^^^^^^^^^^^  a row above holds wherever this one does
      help: move it up, or remove it
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | < 10   || 5%   |
            | < 50   || 0%   |
            | -      || 10%  |
      ```

      """##,
    "decline-is-whole": ##"""
      # `decline` is replaced as a whole

      Declines are an ordered list without names, so no path leads to one.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_rate: 8%
        unit_price:
          first: |
            | pieces || each |
            | < 10   || $5   |
            | -      || $4   |
      quote:
        - line: work
          amount: unit_price * pieces
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```console
      $ quote check rules.yaml --set 'decline.0=no'
      error[decline-is-whole]: `decline` is replaced as a whole
       --> --set:1:1
        |
      1 | decline.0=no
        | ^^^^^^^^^  has no paths
      help: write it in an overlay file
      1 error
      [exit 1]
      ```

      ## Instead

      Write the whole list in an overlay file:

      ```yaml
      decline:
        - when: pieces = 0
          reason: nothing to do
      ```

      """##,
    "default-outside": ##"""
      # A default is within the input's range and on its step

      Otherwise a booking that gave this value would be at fault.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pieces: count [1..10], default 0
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[default-outside]: a default is within the input's range and on its step
       --> rules.yaml:7:34
        |
      7 |   pieces: count [1..10], default 0
        |                                  ^  not so for `pieces`
      ```

      ## Instead

      ```yaml
      inputs:
        pieces: count [1..10], default 1
      ```

      """##,
    "degrees-wanted": ##"""
      # Corners are degrees

      Decimal numbers, latitudes from -90 to 90, longitudes from -180 to 180.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          polygon: |
            | lat | lng |
            | 25.7 N | -80.2 |
            | 25.8 | -80.2 |
            | 25.8 | -80.1 |
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[degrees-wanted]: `25.7 N` is not a latitude or longitude
        --> rules.yaml:12:9
         |
      12 |       | 25.7 N | -80.2 |
         |         ^^^^^^  decimal degrees are wanted
      help: write 25.77; south and west have a minus
      ```

      ## Instead

      ```yaml
      let:
        zone:
          polygon: |
            | lat  | lng   |
            | 25.7 | -80.2 |
            | 25.8 | -80.2 |
            | 25.8 | -80.1 |
      ```

      """##,
    "digits-grouped": ##"""
      # Digits are not grouped

      `_` is part of names only, and a comma separates one value from the next: `max(area - 10,000, 0)` would be the greatest of three numbers, and `round(price, 0,5)` would round to a step of 0. A number is written without commas, with a point. Between two values a space follows the comma.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: $1_000
      ```

      ```diagnostics
      error[digits-grouped]: digits are not grouped
        --> rules.yaml:11:13
         |
      11 |     amount: $1_000
         |             ^^^^^^  `_` is part of names only
      help: write `$1000`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: $1000
      ```

      """##,
    "duplicate-key": ##"""
      # A key is given once

      YAML readers silently take the last or the first of two; here it is an error.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate: 8%
        rate: 9%
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[duplicate-key]: `rate` is given twice
        --> rules.yaml:11:3
         |
      10 |   rate: 8%
         |   ----  the first
      11 |   rate: 9%
         |   ^^^^  the second
      help: remove one of them
      ```

      ## Instead

      ```yaml
      let:
        rate: 9%
      ```

      """##,
    "empty-area": ##"""
      # An area has corners

      No point would ever be in an area that encloses nothing.

      ```json zone.geojson
      {"type": "FeatureCollection", "features": []}
      ```

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          area: zone.geojson
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[empty-area]: an area has corners
       --> zone.geojson:1:1
        |
      1 | {"type": "FeatureCollection", "features": []}
        | ^  there is no feature in it
      ```

      ## Instead

      Draw the area: `polygon:` with a table of corners, `circle:`, `box:`, or a GeoJSON file with a polygon in it.

      """##,
    "empty-range": ##"""
      # A range goes from the lesser to the greater

      Nothing lies in this one. Only times of day and weekdays wrap around.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || rate |
            | [9..3] || 5%   |
            | -      || 8%   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[empty-range]: a range goes from the lesser to the greater
        --> rules.yaml:13:9
         |
      13 |       | [9..3] || 5%   |
         |         ^^^^^^  nothing lies in this range
      help: swap its ends, or use `[` and `]` to include them
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | [3..9] || 5%   |
            | -      || 8%   |
      ```

      ## Over the end of the year

      Times and weekdays wrap around. Months, hours and days that are counted or printed do not: a range over their end is two ranges, and with its ends swapped it is
      all the rest of the year.

      ```yaml winter.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        day: date
      let:
        rate:
          first: |
            | text(day, "MM-dd")                 || rate |
            | [12-20..12-31], [01-01..01-06]     || $9   |
            | -                                  || $5   |
      quote:
        - line: work
          amount: rate
      ```

      """##,
    "endless-number": ##"""
      # What is shown is rounded

      A third has no last digit; in an output or in a text it needs one.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
      quote:
        - line: work
          amount: price
      outputs:
        each_of_us: total / 3
      ```

      ```diagnostics
      error[endless-number]: what is shown is rounded
        --> rules.yaml:11:15
         |
      11 |   each_of_us: total / 3
         |               ^^^^^^^^^  this has no last digit
      help: write `round(…)` around it
      ```

      ## Instead

      ```yaml
      outputs:
        each_of_us: round(total / 3)
      ```

      ## Rounded, and no decimal

      A minute is not a decimal part of an hour: a duration that is shown in hours and rounded to minutes has no last digit either. Divided by its unit, it is a number.

      ```yaml minutes.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        from: instant
        to: instant
      quote:
        - line: work
          amount: $1
      outputs:
        minutes: round_up(to - from, 1 min) / 1 min
      ```

      """##,
    "escape-unknown": ##"""
      # A backslash is followed by a character that it changes

      In texts these are `"`, `\`, `{`, `}`, `|`, `n`, `t`, `r`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: if code = "A\x" then price else $0
      ```

      ```diagnostics
      error[escape-unknown]: a backslash in a text is followed by " \ { } | n t or r
        --> rules.yaml:11:25
         |
      11 |     amount: if code = "A\x" then price else $0
         |                         ^^  not one of these
      help: write \\ for a backslash
      ```

      ## Instead

      ```yaml
      - line: work
        amount: if code = "A\\x" then price else $0
      ```

      """##,
    "exclusive-keys": ##"""
      # An entry has one effect

      A line either adds an `amount`, says what the subtotal `becomes`, or has `lines`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
          becomes: $5
      ```

      ```diagnostics
      error[exclusive-keys]: an entry has `amount` or `becomes`, not both
        --> rules.yaml:12:5
         |
      11 |     amount: price
         |     ------  the first
      12 |     becomes: $5
         |     ^^^^^^^  the second
      help: make two entries of it
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      - line: floor
        becomes: max(subtotal, $5)
      ```

      """##,
    "expiry-form": ##"""
      # `expires` is a day

      An accepted difference is valid to the end of a day, and fails from the next day on.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```accepted.yaml
      schema: quote-accepted/1
      accepted:
        - when: pieces = 3
          reason: they give the third one away
          expires: next spring
      ```

      ```console
      $ quote diff --rules rules.yaml --reference quotes.csv --accepted accepted.yaml bookings.csv
      error[expiry-form]: `expires` is a day
       --> accepted.yaml:5:14
        |
      5 |     expires: next spring
        |              ^^^^^^^^^^^  not read as one
      help: write expires: 2027-03-31
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-accepted/1
      accepted:
        - when: pieces = 3
          reason: they give the third one away
          expires: 2027-03-31
      ```

      """##,
    "extends-itself": ##"""
      # Rules cannot extend themselves

      `extends` names a file that is read first; this one is laid over it. A file that leads back to itself, directly or through others, has no beginning.

      ```yaml rules.yaml
      schema: quote/1
      extends: summer.yaml
      ```

      ```yaml summer.yaml
      schema: quote/1
      extends: rules.yaml
      ```

      ```console
      $ quote check rules.yaml
      error[extends-itself]: rules cannot extend themselves
       --> summer.yaml:2:10
        |
      2 | extends: rules.yaml
        |          ^^^^^^^^^^  read already: rules.yaml extends summer.yaml
      help: extend a file that stands by itself
      1 error
      [exit 1]
      ```

      ## Instead

      Let both extend a third file that holds what they share.

      """##,
    "flat-bracket": ##"""
      # After a bracket with a price per unit, no bracket has a flat price

      A cell without its unit costs the same whatever lies in its bracket: fourteen cents for seven hundred kilowatt-hours. Flat prices of the first brackets are common
      ("$5 for the first 2 km, then $1.20/km"), and so is a bracket that costs nothing; neither is warned of. Brackets for different other keys are judged by themselves. This is a warning.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        miles: distance in mi [0 mi..500 mi]
      let:
        mileage:
          graduated: |
            | miles            || price    |
            | [0 mi..2 mi)     || $5       |
            | [2 mi..100 mi)   || $1.50/mi |
            | [100 mi..300 mi) || $1.20    |
            | >= 300 mi        || $0       |
      quote:
        - line: transport
          amount: round(mileage)
      ```

      ```diagnostics
      warning[flat-bracket]: after a bracket with a price per unit, no bracket has a flat price
        --> rules.yaml:13:29
         |
      12 |       | [2 mi..100 mi)   || $1.50/mi |
         |                             --------  a price per unit
      13 |       | [100 mi..300 mi) || $1.20    |
         |                             ^^^^^  `$1.20`, whatever lies in this bracket
      help: write `$1.20/mi`
      help: where a flat price is meant, write it as a formula: `= $1.20`
      ```

      ## Instead

      ```yaml
      let:
        mileage:
          graduated: |
            | miles            || price    |
            | [0 mi..2 mi)     || $5       |
            | [2 mi..100 mi)   || $1.50/mi |
            | [100 mi..300 mi) || $1.20/mi |
            | >= 300 mi        || $0       |
      ```

      Where a flat price is meant, write it as a formula, `= $40`: then there is no warning.

      """##,
    "formula-ends-early": ##"""
      # A formula ends with a value

      An operator has a value on both sides.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price *
      ```

      ```diagnostics
      error[formula-ends-early]: the formula ends where a value is wanted
        --> rules.yaml:11:19
         |
      11 |     amount: price *
         |                   ^  a value should follow
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price * pieces
      ```

      """##,
    "formula-missing": ##"""
      # A formula is wanted

      An `amount`, a condition or a `let` is a formula; here nothing is written.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: ""
      ```

      ```diagnostics
      error[formula-missing]: a formula is wanted here
        --> rules.yaml:11:14
         |
      11 |     amount: ""
         |              ^  nothing is written
      help: write a figure or a formula here, or leave the whole entry out
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      ```

      """##,
    "formula-too-deep": ##"""
      # Formulas nest only so deep

      A limit keeps any file from exhausting the compiler. Besides, nobody could read such a formula.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
      quote:
        - line: work
          amount: price
      ```

      ```console
      $ (cat rules.yaml; printf 'outputs:\n  deep: '; printf '(%.0s' $(seq 70); printf 1; printf ')%.0s' $(seq 70); echo) > deep.yaml
      $ quote check --rules deep.yaml | head -2
      error[formula-too-deep]: formulas nest at most 64 deep
        --> deep.yaml:11:73
      ```

      ## Instead

      Give a part of the formula a name under `let`, and use the name.

      """##,
    "formula-too-long": ##"""
      # A formula chains only so many operators

      A limit keeps any file from exhausting the compiler.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
      quote:
        - line: work
          amount: price
      ```

      ```console
      $ (cat rules.yaml; printf 'outputs:\n  long: 1'; printf ' + 1%.0s' $(seq 210); echo) > long.yaml
      $ quote check --rules long.yaml | head -2
      error[formula-too-long]: a formula chains at most 200 operators of one kind
        --> long.yaml:11:811
      ```

      ## Instead

      Give a part of the formula a name under `let`; a sum over many things is often a table with `sum:`.

      """##,
    "free-key": ##"""
      # A table whose key names nothing is used with keys in parentheses

      The header is then only a caption, and the key is given where the table is used.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        cut:
          first: |
            | grade || rate |
            | a     || 5%   |
            | -     || 8%   |
      quote:
        - line: work
          amount: round(price * cut)
      ```

      ```diagnostics
      error[free-key]: a table whose key names nothing is used with keys in parentheses
        --> rules.yaml:17:27
         |
      10 |   cut:
         |   ---  its key `grade` is not a name of the rules
      ...
      17 |     amount: round(price * cut)
         |                           ^^^
      help: write `cut(…)`, or declare `grade`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price * cut(code))
      ```

      """##,
    "gap-in-table": ##"""
      # A table has no row for some bookings

      For those bookings, the value of the table is not given. This is a warning: some tables are meant to have gaps. Bookings that never get to the look-up need no row: where a `when`, an `if`, an earlier
      decline (one that asks for no price) or the rest of an `and` compares the key, or what it is rounded from, with figures or words, or asks whether it is given, the compiler knows which those are; so it does where a key is `until - begins` or made from that, and they compare
      `until` with `begins`. If a decline asks for two things and a `when` for one of them, what is left is the other.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          unique: |
            | pieces || rate |
            | [0..3] || 0%   |
            | [5..100] || 10% |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      warning[gap-in-table]: `rate` has no row for some bookings
        --> rules.yaml:11:13
         |
      11 |     unique: |
         |             ^  none for pieces = 4
      help: add a row for them, say `rate default …` where it is used, or decline when `rate is not given`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          unique: |
            | pieces   || rate |
            | [0..4]   || 0%   |
            | [5..100] || 10%  |
      ```

      Or do not look it up where there is no row:

      ```yaml
      quote:
        - line: work
          when: pieces != 4
          amount: round(price * rate)
      ```

      """##,
    "get-with-body": ##"""
      # A `GET` has no body

      What is sent goes into the path.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live:
        path: /quotes
        method: GET
        body: { order: "${booking}" }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[get-with-body]: a `GET` has no body
       --> map.yaml:7:9
        |
      7 |   body: { order: "${booking}" }
        |         ^^^^^^^^^^^^^^^^^^^^^^^  would not be sent
      help: write `method: POST`, or put what is sent into the path: /quotes/${booking.id}
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live:
        path: /quotes?pieces=${booking.pieces}
        method: GET
      ```

      """##,
    "given-missing": ##"""
      # `is` goes with `given`

      `x is given` and `x is not given` ask whether there is a value. Equality is written `=`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: code is "A1"
          amount: price
      ```

      ```diagnostics
      error[given-missing]: `is` goes with `given`
        --> rules.yaml:11:19
         |
      11 |     when: code is "A1"
         |                -- ^  `given` should be here
         |                |
         |                the `is`
      help: write x is given, x is not given, or x = y for equal
      ```

      ## Instead

      ```yaml
      - line: work
        when: code = "A1"
        amount: price
      ```

      """##,
    "graduated-columns": ##"""
      # A `graduated` table has one value column

      The price of each bracket; anything else goes into a table of its own.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          graduated: |
            | pieces || rate    | name |
            | -      || $5 each | all  |
      quote:
        - line: work
          amount: rate
      ```

      ```diagnostics
      error[graduated-columns]: a `graduated` table has one value column, the price
        --> rules.yaml:12:29
         |
      12 |       | pieces || rate    | name |
         |                             ^^^^  a second one
      help: put the other column into a `unique` table
      ```

      ## Instead

      ```yaml
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | -      || $5 each |
      ```

      """##,
    "hash-glued": ##"""
      # A `#` after a space begins a comment

      What follows is not part of the text. This is only a warning, since it may be intended.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          label: Room #{pieces}
          amount: price
      ```

      ```diagnostics
      warning[hash-glued]: ` #` begins a comment
        --> rules.yaml:11:17
         |
      11 |     label: Room #{pieces}
         |            ---- ^^^^^^^^^  not part of the value
         |            |
         |            the value ends here
      help: put the whole text in quotation marks, or a space after the `#` of a comment
      ```

      ## Instead

      ```yaml
      - line: work
        label: "Room #{pieces}"
        amount: price
      ```

      """##,
    "header-empty": ##"""
      # A table needs a key and a value

      A header names what is looked up and what is found.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || |
            | -      || |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[header-empty]: a table needs a column of values
        --> rules.yaml:12:7
         |
      12 |       | pieces || |
         |       ^^^^^^^^^^^^^  none here
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | -      || 8%   |
      ```

      """##,
    "header-not-applied": ##"""
      # Keys in parentheses replace the headers, and what these do to their values

      A table used by its name looks up what its headers say: `upper(region)`. With keys in parentheses, what is in the parentheses is looked up instead, exactly as it is given.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order:  text, key
        region: text
        price:  money [$0..$1000]
      let:
        tax_rate:
          first: |
            | upper(region) | kind  || rate |
            | US-TX         | seat  || 8%   |
            | -             | -     || 0%   |
      quote:
        - line: price
        - line: tax
          amount: round(price * tax_rate(region, "seat"))
      ```

      ```diagnostics
      warning[header-not-applied]: keys in parentheses replace the headers, and what these do to their values
        --> rules.yaml:17:36
         |
      17 |     amount: round(price * tax_rate(region, "seat"))
         |                                    ^^^^^^  the header is `upper(region)`, and `region` is looked up as it is
      help: write `upper(region)` here too
      ```

      ## Instead

      ```yaml
      quote:
        - line: tax
          amount: round(price * tax_rate(upper(region), "seat"))
      ```

      """##,
    "hit-needs-numbers": ##"""
      # The hit policy combines or ranks numbers

      `sum` and `product` combine numbers and list texts; `max` and `min` rank rows by their first value column.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          max: |
            | pieces || name | rate |
            | < 10   || few  | 5%   |
            | -      || any  | 8%   |
      quote:
        - line: work
          amount: round(price * rate.rate)
      ```

      ```diagnostics
      error[hit-needs-numbers]: `max` ranks rows by their first value column
        --> rules.yaml:12:19
         |
      11 |     max: |
         |     ---
      12 |       | pieces || name | rate |
         |                   ^^^^  `name` is a text
      help: put the column of numbers first
      ```

      ## Instead

      ```yaml
      let:
        rate:
          max: |
            | pieces || rate | name |
            | < 10   || 5%   | few  |
            | -      || 8%   | any  |
      ```

      """##,
    "holds-always": ##"""
      # One of the values in a key cell is enough

      A comma means "or". At least 1 or below 5 is everything.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
      let:
        rate:
          first: |
            | pieces    || rate |
            | >= 1, < 5 || 5%   |
            | -         || 8%   |
      quote:
        - line: work
          amount: round($100 * rate)
      ```

      ```diagnostics
      error[holds-always]: one of the values in a key cell is enough
        --> rules.yaml:11:9
         |
      11 |       | >= 1, < 5 || 5%   |
         |         ^^^^^^^^^  one of these holds whatever the value
      help: for both at once, write `[1..5)`
      help: a cell that always holds is `-`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | [1..5) || 5%   |
            | -      || 8%   |
      ```

      """##,
    "hole-name": ##"""
      # A request is filled with the booking and the environment

      `${key}`, `${form}`, `${as_of}`, `${booking}` and `${booking.a.b}` come from the booking. A name in capitals is a variable of the environment, so that no file contains tokens.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live:
        path: /quotes
        headers: { Authorization: "Bearer ${token}" }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[hole-name]: `token` is not something that a request can be filled with
       --> map.yaml:6:30
        |
      6 |   headers: { Authorization: "Bearer ${token}" }
        |                              ^^^^^^^^^^^^^^^  named here
      help: write ${key}, ${form}, ${as_of}, ${booking}, ${booking.a.b}, or in capitals a variable of the environment: ${API_TOKEN}
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live:
        path: /quotes
        headers: { Authorization: "Bearer ${API_TOKEN}" }
      ```

      """##,
    "hole-open": ##"""
      # A hole in a text is closed

      `${` begins a hole, `}` ends it.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live: { path: "/quotes/${key" }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[hole-open]: `${` is closed by `}`
       --> map.yaml:4:16
        |
      4 | live: { path: "/quotes/${key" }
        |                ^^^^^^^^^^^^^  never closed
      help: write ${API_TOKEN}
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live: { path: "/quotes/${key}" }
      ```

      """##,
    "if-in-parentheses": ##"""
      # An `if` inside a formula needs parentheses

      `if … then … else` binds loosest of all, so as an operand it needs parentheses.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: $5 + if pieces > 3 then price else $0
      ```

      ```diagnostics
      error[if-in-parentheses]: an `if` inside a formula needs parentheses
        --> rules.yaml:11:18
         |
      11 |     amount: $5 + if pieces > 3 then price else $0
         |                  ^^  this one binds too loosely
      help: write (if … then … else …)
      ```

      ## Instead

      ```yaml
      - line: work
        amount: $5 + (if pieces > 3 then price else $0)
      ```

      """##,
    "in-missing": ##"""
      # `not` after a value goes with `in`

      `x not in [a..b]` is the opposite of `x in [a..b]`; before a condition, `not` is written alone.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: pieces not 3
          amount: price
      ```

      ```diagnostics
      error[in-missing]: `not` after a value goes with `in`
        --> rules.yaml:11:22
         |
      11 |     when: pieces not 3
         |                  --- ^  `in` should be here
         |                  |
         |                  the `not`
      help: write x not in y, or not (condition)
      ```

      ## Instead

      ```yaml
      - line: work
        when: not (pieces = 3)
        amount: price
      ```

      """##,
    "key-cell-form": ##"""
      # A key cell is written in a known form

      A word, several separated by commas, a range, a comparison, `not(…)`, `-` for anything, `none` for not given.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || rate |
            | [1..   || 8%   |
            | -      || 7%   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[key-cell-form]: `[1..` is not a key cell
        --> rules.yaml:13:9
         |
      13 |       | [1..   || 8%   |
         |         ^^^^  cannot be read
      help: write `>= 1`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | [1..5] || 8%   |
            | -      || 7%   |
      ```

      """##,
    "key-count": ##"""
      # A look-up gives every key

      In the order of the header.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        cut:
          first: |
            | grade || rate |
            | a     || 5%   |
            | -     || 8%   |
      quote:
        - line: work
          amount: round(price * cut(code, pieces))
      ```

      ```diagnostics
      error[key-count]: `cut` is looked up by 1 key, not 2
        --> rules.yaml:17:27
         |
      17 |     amount: round(price * cut(code, pieces))
         |                           ^^^^^^^^^^^^^^^^^
      help: in the order of its header: grade
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price * cut(code))
      ```

      """##,
    "key-not-text": ##"""
      # A key is a text

      YAML allows lists and mappings as keys; the language does not.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        ? [a, b]
        : 8%
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[key-not-text]: a key is a text
        --> rules.yaml:10:5
         |
      10 |   ? [a, b]
         |     ^^^^^^  this is not one
      ```

      ## Instead

      ```yaml
      let:
        rate: 8%
      ```

      """##,
    "key-of-other-measure": ##"""
      # A key is compared with values of its own measure

      A distance is compared with distances, money with money.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        way: distance in mi
      let:
        rate:
          first: |
            | way  || rate |
            | < 10 || 5%   |
            | -    || 8%   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[key-of-other-measure]: a key is compared with values of its own measure
        --> rules.yaml:12:11
         |
      11 |       | way  || rate |
         |         ---  looked up here
      12 |       | < 10 || 5%   |
         |           ^^  this is a count, `way` is a distance
      help: add its unit: `10 mi`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | way     || rate |
            | < 10 mi || 5%   |
            | -       || 8%   |
      ```

      """##,
    "key-type": ##"""
      # A key is a text or a count

      Keys are compared letter by letter.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: flag, key
        price: money
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[key-type]: a key is a text or a count
       --> rules.yaml:5:3
        |
      5 |   order: flag, key
        |   ^^^^^^^^^^^^^^^^
      ```

      ## Instead

      ```yaml
      inputs:
        order: text, key
      ```

      """##,
    "let-form": ##"""
      # A `let` is a formula, a table, an area or a made list

      A table says how its rows are chosen: `unique`, `first`, `sum`, `product`, `max`, `min`, `graduated`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          value: 8%
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[let-form]: a `let` is a formula, a table, an area or a made list
        --> rules.yaml:10:3
         |
      10 |   rate:
         |   ^^^^  none of these
      help: the key over a table is one of `unique`, `first`, `sum`, `product`, `max`, `min`, `graduated`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | -      || 8%   |
      ```

      """##,
    "line-below": ##"""
      # A line is known only below it

      The waterfall is worked out from top to bottom.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: fee
          amount: round(work * 8%)
        - line: work
          amount: price
      ```

      ```diagnostics
      error[line-below]: a line's amount is known only below it
        --> rules.yaml:11:19
         |
      11 |     amount: round(work * 8%)
         |                   ^^^^  `work` is further down
      help: move the line up, or use what its amount is made of
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      - line: fee
        amount: round(work * 8%)
      ```

      """##,
    "line-exists": ##"""
      # Only a new line is put after or before another

      An existing line keeps its place when an overlay changes it.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_rate: 8%
        unit_price:
          first: |
            | pieces || each |
            | < 10   || $5   |
            | -      || $4   |
      quote:
        - line: work
          amount: unit_price * pieces
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```yaml overlay.yaml
      quote:
        - line: fee
          after: work
          amount: $5
      ```

      ```console
      $ quote check rules.yaml --overlay overlay.yaml
      error[line-exists]: only a new line is put after or before another
       --> overlay.yaml:3:5
        |
      3 |     after: work
        |     ^^^^^  `fee` already exists
      help: leave this key out to change the line, or give the new line another name
      1 error
      [exit 1]
      ```

      ## Instead

      ```yaml
      quote:
        - line: fee
          amount: $5
      ```

      """##,
    "line-without-amount": ##"""
      # A line with a condition says its amount

      A line that is only a name adds the value of that name; with `when` or `for`, the amount must be written out.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: price_line
          when: pieces > 3
      ```

      ```diagnostics
      error[line-without-amount]: a line with a condition or a list says its `amount`
        --> rules.yaml:10:11
         |
      10 |   - line: price_line
         |           ^^^^^^^^^^  has none
      help: write amount: price_line
      ```

      ## Instead

      ```yaml
      - line: price_line
        when: pieces > 3
        amount: price
      ```

      """##,
    "list-alone": ##"""
      # A list is not a value by itself

      Its elements can be counted, and its fields added up.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        rooms:
          at_most: 20
          each:
            size: count [0..50]
            rate: money [$0..$10]
      quote:
        - line: work
          amount: $5 * rooms
      ```

      ```diagnostics
      error[list-alone]: a list is not a value by itself
        --> rules.yaml:14:18
         |
      14 |     amount: $5 * rooms
         |                  ^^^^^
      help: count its elements with `count(rooms)`, or use one of its fields
      ```

      ## Instead

      ```yaml
      - line: work
        amount: $5 * count(rooms)
      ```

      """##,
    "list-as-key": ##"""
      # A list of texts cannot be looked up

      Look up the joined text, or the keys by which the texts were found.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        day: date
      let:
        notes:
          sum: |
            | weekday(day)     || reason |
            | saturday, sunday || late   |
            | friday           || busy   |
        extra:
          first: |
            | notes || price |
            | late  || $5    |
            | -     || $0    |
      quote:
        - line: work
          amount: price + extra
      ```

      ```diagnostics
      error[list-as-key]: a list of texts cannot be looked up
        --> rules.yaml:16:9
         |
      16 |       | notes || price |
         |         ^^^^^  `notes` is a list of texts
      help: look up the text they make, `join(notes, ", ")`
      ```

      ## Instead

      Write `join(notes, ", ")` for all of them as one text, or use the keys by which the reasons were found.

      """##,
    "list-not-below": ##"""
      # `for` names a list below its own place

      In a small waterfall for each element, `for` can only name lists inside that element.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        rooms:
          at_most: 20
          each:
            size: count [0..50]
            rate: money [$0..$10]
      quote:
        - line: room
          for: rooms
          lines:
            - line: again
              for: rooms
              amount: rate
      ```

      ```diagnostics
      error[list-not-below]: `for` names a list below its own place
        --> rules.yaml:17:14
         |
      17 |         for: rooms
         |              ^^^^^  it is in the waterfall of each of `rooms`
      ```

      ## Instead

      ```yaml
      - line: room
        for: rooms
        amount: rate
      ```

      """##,
    "lists-apart": ##"""
      # Two lists can be combined only if one is inside the other

      Otherwise no element of one belongs to an element of the other. A made list is inside the list whose element its bounds use.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        rooms:
          at_most: 20
          each:
            size: count [0..50]
            rate: money [$0..$10]
        extras:
          at_most: 20
          each:
            cost: money [$0..$10]
      quote:
        - line: room
          for: rooms
          amount: rate + cost
      ```

      ```diagnostics
      error[lists-apart]: two lists can be combined only if one is inside the other
        --> rules.yaml:19:20
         |
      19 |     amount: rate + cost
         |             ----   ^^^^  one for each of `extras`
         |             |
         |             one for each of `rooms`
      help: bring one up to the booking, with `sum(x)` or another of its kind
      ```

      ## Instead

      ```yaml
      - line: room
        for: rooms
        amount: rate + sum(cost)
      ```

      For every combination of two made lists, let the bounds of one use the element of the other. If the bounds are the same for each element, add a zero that uses it, such as `0 * day(d)`:

      ```yaml
      let:
        days:
          each: d in [first_day..last_day]
        bands:
          each: band in [0 * day(d)..2]
      ```

      the [recipes](../recipes.md#bands-of-the-day-across-midnight) have the complete rules.

      """##,
    "live-body": ##"""
      # All of an answer has one place in a record

      `quote diff --live` puts all of an answer at one place in a record, and reads it there like an answer that was recorded. Where `reply` and `refusal` part, that is the place: `response`, for `response.quote` and `response.error.message`. If one lies in the other, or there is no `refusal`, a `reply` of several names does not tell; then the map says `body`.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response.quote }
      statuses: { priced: [200], declined: [400] }
      live: { path: /quotes }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[live-body]: a map with `live` says where in a record all of an answer is
       --> map.yaml:4:1
        |
      4 | live: { path: /quotes }
        | ^^^^  is it all at `response` or at `response.quote`?
      help: write `body: response` under `record`, if all of an answer is there
      [exit 2]
      ```

      It is wrong, too, if no place holds both.

      ```apart.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: quote, refusal: error }
      statuses: { priced: [200], declined: [400] }
      live: { path: /quotes }
      ```

      ```console
      $ quote diff --rules rules.yaml --map apart.yaml records.jsonl
      error[live-body]: a map with `live` says where in a record all of an answer is
       --> apart.yaml:4:1
        |
      4 | live: { path: /quotes }
        | ^^^^  `quote` and `error` have no place in common
      help: write them below one name: `reply: response.quote`, `refusal: response.error`
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response.quote, body: response }
      statuses: { priced: [200], declined: [400] }
      live: { path: /quotes }
      ```

      """##,
    "live-form": ##"""
      # `form` of `live` names one of the map's forms

      Bookings that do not name their form are compared by this one.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      forms: { parcels: { compare: listed }, letters: {} }
      live: { path: /quotes, form: parcel }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[live-form]: `form` names one of the map's `forms`
       --> map.yaml:5:1
        |
      5 | live: { path: /quotes, form: parcel }
        | ^^^^  `parcel` is none of them
      help: did you mean `parcels`?
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      forms: { parcels: { compare: listed }, letters: {} }
      live: { path: /quotes, form: parcels }
      ```

      """##,
    "live-header": ##"""
      # Some headers cannot be set by a map

      Names of headers are made of letters, digits and hyphens. Headers about the connection and the length of the body are set when the request is sent.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live:
        path: /quotes
        headers: { Content-Length: 12 }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[live-header]: `Content-Length` is not a header that a map may set
       --> map.yaml:6:14
        |
      6 |   headers: { Content-Length: 12 }
        |              ^^^^^^^^^^^^^^  made of letters, digits and `-`, and not about the connection
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live:
        path: /quotes
        headers: { Authorization: "Bearer ${API_TOKEN}" }
      ```

      """##,
    "live-path-form": ##"""
      # A path of a request begins with `/`

      The path is appended to the address of `--live`. It has no spaces and no `#`; the values of `${holes}` are encoded.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live: { path: api quotes }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[live-path-form]: a path of a request begins with `/` and has no spaces
       --> map.yaml:4:15
        |
      4 | live: { path: api quotes }
        |               ^^^^^^^^^^  cannot be put behind an address
      help: write /api/quotes, or ${form} where forms are paths
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live: { path: "/api/quotes?at=${as_of}" }
      ```

      """##,
    "live-place": ##"""
      # Replies of a running backend are kept as records

      Each request and reply of `quote diff --live` becomes a record, so a map with `live` says where in a record the booking, the status and the reply are.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status }
      statuses: { priced: [200], declined: [400] }
      live: { path: /quotes }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[live-place]: a map with `live` says where in a record the `reply` is
       --> map.yaml:4:1
        |
      4 | live: { path: /quotes }
        | ^^^^  replies are kept as records
      help: write `reply: response` under `record`
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live: { path: /quotes }
      ```

      """##,
    "live-places-overlap": ##"""
      # Booking, status and reply have places of their own

      A record is made of the booking, the status and the reply; none of them can be inside another.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: response.status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live: { path: /quotes }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[live-places-overlap]: `status` and `reply` have places of their own in a record
       --> map.yaml:4:1
        |
      4 | live: { path: /quotes }
        | ^^^^  here one is inside the other
      help: write `booking: request`, `status: status`, `reply: response` under `record`
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, status: status, reply: response }
      statuses: { priced: [200], declined: [400] }
      live: { path: /quotes }
      ```

      """##,
    "made-list-form": ##"""
      # A made list reads `each: name in [a..b)`

      It makes one element for each date or whole number of the range.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        nights:
          each: night from 1 to 3
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[made-list-form]: a made list reads `each: name in [a..b)`
        --> rules.yaml:11:11
         |
      11 |     each: night from 1 to 3
         |           ^^^^^^^^^^^^^^^^^  cannot be read
      ```

      ## Instead

      ```yaml
      let:
        nights:
          each: night in [1..3]
      ```

      """##,
    "made-of": ##"""
      # A made list runs over dates or whole numbers

      Between two other values there is no next one.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        steps:
          each: step in [$0..price]
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[made-of]: a made list runs over dates or whole numbers
        --> rules.yaml:11:19
         |
      11 |     each: step in [$0..price]
         |                   ^^^^^^^^^^^
      ```

      ## Instead

      ```yaml
      let:
        steps:
          each: step in [1..pieces]
      ```

      """##,
    "map-input": ##"""
      # `counts` fills an input of the rules

      Each name under `counts` is an input of type count or number, which is filled with the number of earlier records.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, reply: response }
      counts:
        pices: { by: request.code }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[map-input]: `counts` names inputs of the rules that are counts or numbers
       --> map.yaml:4:3
        |
      4 |   pices: { by: request.code }
        |   ^^^^^  `pices` is none of them
      help: did you mean `pieces`?
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, reply: response }
      counts:
        pieces: { by: request.code }
      ```

      """##,
    "map-name": ##"""
      # Fields of a map name outputs and lines

      The left side says where the reply has a value, the right side what it is called in the rules.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, reply: response }
      forms:
        other:
          fields: { amount.due: parcels }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[map-name]: `fields` name outputs and lines of the rules
       --> map.yaml:5:27
        |
      5 |     fields: { amount.due: parcels }
        |                           ^^^^^^^  `parcels` is none of the rules
      help: did you mean `parcel`?
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, reply: response }
      forms:
        other:
          fields: { amount.due: parcel }
      ```

      """##,
    "may-overflow": ##"""
      # Every number fits 127 bits, whatever the booking

      The range of every expression is worked out from the ranges of the inputs; this one could grow beyond what any machine number holds.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money
        a: number
      quote:
        - line: work
          amount: round(price * a * a * a * a * a * a)
      ```

      ```diagnostics
      error[may-overflow]: every number fits 127 bits, whatever the booking
        --> rules.yaml:10:19
         |
      10 |     amount: round(price * a * a * a * a * a * a)
         |                   ^^^^^^^^^^^^^  this can reach 1000000000000000000000000000 in steps of 0.00000000000001
      help: it would with `price` up to 1000000000, `a` up to 1000000000
      help: give inputs a tighter range or a coarser step, or round on the way
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price * a * a)
      ```

      """##,
    "member-missing": ##"""
      # A point is followed by the name of a column

      `table.column` reads one column of a table.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price.
      ```

      ```diagnostics
      error[member-missing]: a point is followed by the name of a column
        --> rules.yaml:11:19
         |
      11 |     amount: price.
         |                   ^  no name here
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      ```

      """##,
    "missing-key": ##"""
      # A required part is missing

      A table needs its rows, a decline its `when` and its `reason`, a file its `quote`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
      decline:
        - when: pieces = 0
      ```

      ```diagnostics
      error[missing-key]: an entry of `decline` needs `reason`
        --> rules.yaml:13:5
         |
      13 |   - when: pieces = 0
         |     ^^^^^^^^^^^^^^^^  without `reason`
      ```

      ## Instead

      ```yaml
      decline:
        - when: pieces = 0
          reason: nothing to do
      ```

      """##,
    "mixed-column": ##"""
      # All cells of a column have one type

      A percentage here and money there cannot both be the value of one name.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || rate |
            | < 10   || 5%   |
            | -      || $8   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[mixed-column]: all cells of a column have one type
        --> rules.yaml:14:19
         |
      13 |       | < 10   || 5%   |
         |                   --  `5%` is a number
      14 |       | -      || $8   |
         |                   ^^  in `rate`, `$8` is money
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | < 10   || 5%   |
            | -      || 8%   |
      ```

      """##,
    "mixed-percent": ##"""
      # Numbers that stand for one thing are all percentages, or none of them is

      A column of percentages with a bare number in it has most likely lost a percent sign, and that number counts a hundredfold. The same holds for the
      values of one `if`, for `x default y`, `min` and `max`, and for a number that an overlay or `--set` puts in the place of a percentage. This is a warning. The odd one is whatever there is less of.

      Zero goes with everything. So does a number less than double, and more than half, of each of the percentages: factors such as `100%` and `1.15`, or 0.09 where 8% was.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        plan: one of shop | post
        shipped_on: date [2026-01-01..2026-12-31]
        price: money [$0..$1000]
      let:
        fuel_rate:
          first: |
            | shipped_on    || rate   |
            | >= 2026-04-01 || 16.25  |
            | >= 2026-02-01 || 13.75% |
            | -             || 0      |
        season:
          first: |
            | shipped_on    || factor |
            | >= 2026-11-01 || 1.15   |
            | -             || 100%   |
      quote:
        - line: freight
          amount: round(price * season)
        - line: fuel
          amount: round(subtotal * fuel_rate)
        - line: tax
          amount: round(subtotal * (if plan = "shop" then 8.875 else 4.5%))
      ```

      ```diagnostics
      warning[mixed-percent]: numbers that stand for one thing are all percentages, or none of them is
        --> rules.yaml:13:26
         |
      13 |       | >= 2026-04-01 || 16.25  |
         |                          ^^^^^  this is 1625%, and the others are percentages
      14 |       | >= 2026-02-01 || 13.75% |
         |                          ------  one of the others
      help: write `16.25%`, or, to leave it as it is, `1625%`

      warning[mixed-percent]: numbers that stand for one thing are all percentages, or none of them is
        --> rules.yaml:27:53
         |
      27 |     amount: round(subtotal * (if plan = "shop" then 8.875 else 4.5%))
         |                                                     ^^^^^      ----  one of the others
         |                                                     |
         |                                                     this is 887.5%, and the others are percentages
      help: write `8.875%`, or, to leave it as it is, `887.5%`
      ```

      ## Instead

      ```yaml
      let:
        fuel_rate:
          first: |
            | shipped_on    || rate   |
            | >= 2026-04-01 || 16.25% |
            | >= 2026-02-01 || 13.75% |
            | -             || 0      |
      ```

      Where a hundredfold is meant, it is written in percent as well: `1625%`.

      ## Laid over a percentage

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
      let:
        fee_rate: 8%
      quote:
        - line: work
          amount: price
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```console
      $ quote check rules.yaml --set fee_rate=9
      warning[mixed-percent]: numbers that stand for one thing are all percentages, or none of them is
       --> --set:1:10
        |
      1 | fee_rate=9
        |          ^  this is 900%, and it takes the place of a percentage
       ::: rules.yaml:8:13
        |
      8 |   fee_rate: 8%
        |             --  of this one
      help: write `9%`, or, to leave it as it is, `900%`
      rules example

      total and lines
        total  0..10000 USD
        work   0..1000 USD
        fee    0..9000 USD

      1 warning
      ```

      """##,
    "money-times-money": ##"""
      # Money cannot be multiplied by money

      Two prices have no product. Multiply a price by a count, a rate or a number.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        surcharge: $15
      quote:
        - line: work
          amount: price * surcharge
      ```

      ```diagnostics
      error[money-times-money]: `money` cannot be multiplied by `money`
        --> rules.yaml:13:19
         |
       7 |   price: money [$0..$1000]
         |   ------------------------  `price` is declared here
      ...
      10 |   surcharge: $15
         |   ---------  `surcharge` is money
      ...
      13 |     amount: price * surcharge
         |             ----- ^ ---------  this is money
         |             |
         |             this is money
      help: multiply by a count, a number or a percentage, or a price per unit by that unit
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price + surcharge
      ```

      """##,
    "name-form": ##"""
      # Names are letters, digits and `_`

      A name begins with a letter; names are used in formulas, where anything else would be an operator.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee-rate: 8%
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[name-form]: `fee-rate` cannot be a name
        --> rules.yaml:10:3
         |
      10 |   fee-rate: 8%
         |   ^^^^^^^^  names are letters, digits and `_`, a letter first
      ```

      ## Instead

      ```yaml
      let:
        fee_rate: 8%
      ```

      """##,
    "name-twice": ##"""
      # A name has one meaning

      Inputs, fields, lists, lets, lines and subtotals share one namespace, so that a name means the same wherever it is read.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: price
          amount: $5
      ```

      ```diagnostics
      error[name-twice]: a name has one meaning: `price` is declared twice
        --> rules.yaml:10:11
         |
       7 |   price: money [$0..$1000]
         |   -----  first as input
      ...
      10 |   - line: price
         |           ^^^^^  here as line
      help: inputs, fields, lists, lets, lines and subtotals share one namespace; rename one
      ```

      ## Instead

      ```yaml
      - line: work
        amount: $5
      ```

      """##,
    "needless-condition": ##"""
      # A condition does not hold for every booking

      Every value in the range of the input satisfies this condition: a decline that hangs on it declines all bookings, and a line is always charged. Most likely another number was meant, or another range. This is a warning.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        seats: count [1..8]
        weight: weight in kg [0 kg..30 kg]
      quote:
        - line: ride
          amount: $20
        - line: large
          when: seats >= 1
          amount: $10
      decline:
        - when: weight < 300 kg
          reason: too light
      ```

      ```diagnostics
      warning[needless-condition]: a condition does not hold for every booking
        --> rules.yaml:12:11
         |
      12 |     when: seats >= 1
         |           ^^^^^^^^^^  this one always does, for `seats` goes from 1 to 8
      help: leave it out, or compare with what was meant

      warning[needless-condition]: a condition does not hold for every booking
        --> rules.yaml:15:11
         |
      15 |   - when: weight < 300 kg
         |           ^^^^^^^^^^^^^^^  this one always does, for `weight` goes from 0 kg to 30 kg
      help: leave it out, or compare with what was meant
      ```

      ## Instead

      ```yaml
      quote:
        - line: large
          when: seats >= 5
          amount: $10
      ```

      """##,
    "needs-rounding": ##"""
      # The total is a whole number of minor units

      Somewhere the rules must say how fractions of a cent are rounded.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
        - line: fee
          amount: subtotal * 8%
      ```

      ```diagnostics
      error[needs-rounding]: the total must be a whole number of 0.01 USD
        --> rules.yaml:13:13
         |
      13 |     amount: subtotal * 8%
         |             ^^^^^^^^^^^^^  all that is known of this is that it is a multiple of 0.0001
      help: round it, `round(subtotal * 8%)`, or end with `- subtotal: rounded` and `becomes: round(subtotal)`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      - line: fee
        amount: round(subtotal * 8%)
      ```

      """##,
    "needs-timezone": ##"""
      # The date or time of an instant depends on the time zone

      The same moment is Monday here and Tuesday there.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        at: instant
      quote:
        - line: work
          when: weekday(at) = "monday"
          amount: price
      ```

      ```diagnostics
      error[needs-timezone]: the date or time of an instant depends on the time zone
        --> rules.yaml:10:11
         |
      10 |     when: weekday(at) = "monday"
         |           ^^^^^^^^^^^
      help: say `timezone: America/New_York` at the top, or minutes east of UTC as a second argument
      ```

      ## Instead

      ```yaml
      timezone: America/New_York
      ```

      """##,
    "nested-too-deep": ##"""
      # A rules file nests only so deep

      A limit keeps any file from exhausting the compiler.

      ```console
      $ (printf 'schema: quote/1\nname: example\ncurrency: USD\nquote:\n'; for i in $(seq 70); do printf '%*s- lines:\n' $((i * 2)) ''; done) > rules.yaml
      $ quote check --rules rules.yaml | head -2
      error[nested-too-deep]: a rules file nests at most 64 deep
        --> rules.yaml:36:67
      ```

      ## Instead

      Give names of their own to groups inside groups inside groups.

      """##,
    "never-this-word": ##"""
      # A value is compared with a word that it never is

      All texts that the value can be are written in the rules, and this is not one of them: the condition never holds, or the row is never found. Usually the word is misspelt. This is a warning.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        on: date [2026-01-01..2026-12-31]
      let:
        day_type:
          first: |
            | weekday(on)      || type    |
            | saturday, sunday || weekend |
            | -                || weekday |
        rate:
          first: |
            | day_type || rate |
            | Weekend  || $109 |
            | -        || $89  |
      quote:
        - line: work
          amount: rate
        - line: extra
          when: day_type = "week-end"
          amount: $10
      ```

      ```diagnostics
      warning[never-this-word]: the value compared here is never `Weekend`
        --> rules.yaml:16:9
         |
      16 |       | Weekend  || $109 |
         |         ^^^^^^^
      help: did you mean `weekend`?
      help: it is one of `weekday`, `weekend`

      warning[never-this-word]: the value compared here is never `week-end`
        --> rules.yaml:22:22
         |
      22 |     when: day_type = "week-end"
         |                      ^^^^^^^^^^
      help: did you mean `weekend`?
      help: it is one of `weekday`, `weekend`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | day_type || rate |
            | weekend  || $109 |
            | -        || $89  |
      ```

      """##,
    "no-measure": ##"""
      # The last key of a `graduated` table is the measure

      Its parts are priced, bracket by bracket, so it is a number.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          graduated: |
            | code || rate |
            | -    || $5   |
      quote:
        - line: work
          amount: rate
      ```

      ```diagnostics
      error[no-measure]: the last key of a `graduated` table is the measure whose parts are priced
        --> rules.yaml:12:9
         |
      12 |       | code || rate |
         |         ^^^^  `code` is a text
      ```

      ## Instead

      ```yaml
      let:
        rate:
          graduated: |
            | pieces || rate    |
            | -      || $5 each |
      ```

      """##,
    "no-member": ##"""
      # Only a table has columns, and only a line has `reasons`

      Inputs and figures have no parts.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price.net
      ```

      ```diagnostics
      error[no-member]: only a table has columns, and only a line has `reasons`
        --> rules.yaml:11:13
         |
      11 |     amount: price.net
         |             ^^^^^^^^^  `net` is neither
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      ```

      """##,
    "no-quote": ##"""
      # A rules file has a `quote`

      Without a line there is nothing to price.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote: []
      ```

      ```diagnostics
      error[no-quote]: a rules file has a `quote`
       --> rules.yaml:1:1
        |
      1 | schema: quote/1
        | ^
      help: at least one line: `- line: visit`
      ```

      ## Instead

      ```yaml
      quote:
        - line: work
          amount: price
      ```

      """##,
    "no-subtotal": ##"""
      # `subtotal` exists only in the waterfall

      It is the running subtotal, which has no meaning in a `let` or an output.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_of_it: round(subtotal * 8%)
      quote:
        - line: work
          amount: price
        - line: fee
          amount: fee_of_it
      ```

      ```diagnostics
      error[no-subtotal]: `subtotal` is the running subtotal, and exists only in the waterfall
        --> rules.yaml:10:20
         |
      10 |   fee_of_it: round(subtotal * 8%)
         |                    ^^^^^^^^
      help: name it there with `- subtotal: name` and use that name
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      - subtotal: net
      - line: fee
        amount: round(net * 8%)
      ```

      """##,
    "no-such-date": ##"""
      # There is no such day

      Dates are written `2026-03-14`; the day must exist in the Gregorian calendar.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        day: date
      quote:
        - line: work
          when: day = 2026-02-30
          amount: price
      ```

      ```diagnostics
      error[no-such-date]: `2026-02-30` is not a date
        --> rules.yaml:11:17
         |
      11 |     when: day = 2026-02-30
         |                 ^^^^^^^^^^  there is no such day
      help: the last day of that month is `2026-02-28`
      ```

      ## Instead

      ```yaml
      - line: work
        when: day = 2026-02-28
        amount: price
      ```

      """##,
    "no-such-time": ##"""
      # There is no such time

      Times are written `12:30` or `12:30:15`, from 00:00 to 23:59:59.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        at: time
      quote:
        - line: work
          when: at >= 24:00
          amount: price
      ```

      ```diagnostics
      error[no-such-time]: `24:00` is not a time of day
        --> rules.yaml:11:17
         |
      11 |     when: at >= 24:00
         |                 ^^^^^  there is no such time
      help: times are written 12:30 or 12:30:15, up to 23:59:59
      ```

      ## Instead

      ```yaml
      - line: work
        when: at >= 22:00
        amount: price
      ```

      """##,
    "no-total": ##"""
      # `total` exists only in `decline` and `outputs`

      In the waterfall it is not known yet; `subtotal` is the running subtotal.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
        - line: fee
          amount: round(total * 8%)
      ```

      ```diagnostics
      error[no-total]: `total` exists only in `decline` and `outputs`
        --> rules.yaml:13:19
         |
      13 |     amount: round(total * 8%)
         |                   ^^^^^
      help: in the waterfall, `subtotal` is the running subtotal
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      - line: fee
        amount: round(subtotal * 8%)
      ```

      """##,
    "not-a-choice": ##"""
      # A `one of` is compared with one of its words

      Any other word could never be equal, so it must be a slip.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        size: one of small | large
      quote:
        - line: work
          when: size = "lage"
          amount: price
      ```

      ```diagnostics
      error[not-a-choice]: `lage` is not one of the words this can be
        --> rules.yaml:10:18
         |
      10 |     when: size = "lage"
         |                  ^^^^^^
      help: did you mean `large`?
      help: it is one of `small`, `large`
      ```

      ## Instead

      ```yaml
      - line: work
        when: size = "large"
        amount: price
      ```

      """##,
    "not-a-set": ##"""
      # `in` is followed by a set

      A list in brackets, a range, the name of a list or of an area.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: pieces in price
          amount: price
      ```

      ```diagnostics
      error[not-a-set]: `in` is followed by a list, a range, or the name of a list or an area
        --> rules.yaml:11:21
         |
      11 |     when: pieces in price
         |                     ^^^^^
      ```

      ## Instead

      ```yaml
      - line: work
        when: pieces in [1, 3, 5]
        amount: price
      ```

      """##,
    "not-a-table": ##"""
      # `rows` replaces the rows of a table

      The name is a figure or a formula, which has no rows.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_rate: 8%
        unit_price:
          first: |
            | pieces || each |
            | < 10   || $5   |
            | -      || $4   |
      quote:
        - line: work
          amount: unit_price * pieces
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```yaml overlay.yaml
      let:
        fee_rate:
          rows: |
            | < 10 || $6 |
      ```

      ```console
      $ quote check rules.yaml --overlay overlay.yaml
      error[not-a-table]: `fee_rate` is not a table of the rules
       --> overlay.yaml:2:3
        |
      2 |   fee_rate:
        |   ^^^^^^^^  has no rows
      1 error
      [exit 1]
      ```

      ## Instead

      ```yaml
      let:
        fee_rate: 9%
      ```

      """##,
    "not-always-given": ##"""
      # An amount is not given for some bookings

      The inputs allow bookings for which a line applies and its amount is not given: an optional input is missing, an `if` has no `else`, a list has no elements, a division is by zero. Such a
      booking is a fault and has no price. `quote check` tries five hundred seeded bookings, drawn from the inputs alone, and warns of each amount that was not given for one of them.

      ```rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order:  text, key
        hours:  count [1..30]
        bonus:  optional money [$0..$10]
        jobs:
          each:
            price: money [$0..$100]
      quote:
        - line: long
          amount: if hours > 8 then $10
        - line: bonus
        - line: least
          amount: min(price)
        - line: share
          amount: round($100 / (hours - 5))
      ```

      ```console
      $ quote check rules.yaml
      warning[not-always-given]: the amount of `long` is not given for some bookings
        --> rules.yaml:13:13
         |
      13 |     amount: if hours > 8 then $10
         |             ^^^^^^^^^^^^^^^^^^^^^  `hours > 8` does not hold, and there is no `else`; so for 258 of 500 sampled bookings
      help: say what it is then, `… default $0`, or decline those bookings

      warning[not-always-given]: the amount of `bonus` is not given for some bookings
        --> rules.yaml:14:11
         |
      14 |   - line: bonus
         |           ^^^^^  `bonus` is not given; so for 51 of 500 sampled bookings
      help: say what it is then, `… default $0`, or decline those bookings

      warning[not-always-given]: the amount of `least` is not given for some bookings
        --> rules.yaml:16:13
         |
      16 |     amount: min(price)
         |             ^^^^^^^^^^  `jobs` has no elements; so for 13 of 500 sampled bookings
      help: say what it is then, `… default $0`, or decline those bookings
      rules example

      total and lines
        total  -90..220 USD
        long   10 USD
        bonus  0..10 USD
        least  0..100 USD
        share  -100..100 USD

      3 warnings
      ```

      ## Instead

      Say what it is then, or that the line is not there, or decline:

      ```yaml
      quote:
        - line: long
          when: hours > 8
          amount: $10
        - line: bonus
          amount: bonus default $0
        - line: least
          amount: min(price) default $0
      decline:
        - when: hours = 5
          reason: five hours cannot be shared
      ```

      """##,
    "not-as-printed": ##"""
      # A key that is printed by a pattern is compared with what it prints

      `MM-dd` prints June the 15th as `06-15`. No date is ever printed as `6-15`, and as a text `6-15` comes after `12-31`. This is a warning; a text in quotation marks is taken as it is.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        day: date
      let:
        rate:
          first: |
            | text(day, "MM-dd") || rate |
            | [6-15..9-15]       || $9   |
            | -                  || $5   |
      quote:
        - line: work
          amount: rate
      ```

      ```diagnostics
      warning[not-as-printed]: a key that is printed by a pattern is compared with what it prints
        --> rules.yaml:11:10
         |
      11 |       | [6-15..9-15]       || $9   |
         |          ^^^^  `text(day, "MM-dd")` is printed by `MM-dd`, zeros and all
      help: write `06-15`, or, to compare with just this text, `"6-15"`

      warning[not-as-printed]: a key that is printed by a pattern is compared with what it prints
        --> rules.yaml:11:16
         |
      11 |       | [6-15..9-15]       || $9   |
         |                ^^^^  `text(day, "MM-dd")` is printed by `MM-dd`, zeros and all
      help: write `09-15`, or, to compare with just this text, `"9-15"`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | text(day, "MM-dd") || rate |
            | [06-15..09-15]     || $9   |
            | -                  || $5   |
      ```

      """##,
    "not-geojson": ##"""
      # An area file is GeoJSON with polygons

      A FeatureCollection, a Feature, a Polygon or a MultiPolygon, longitude first.

      ```json zone.geojson
      {"type": "Point", "coordinates": [-80.2, 25.7]}
      ```

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          area: zone.geojson
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[not-geojson]: an area file is GeoJSON with polygons
       --> zone.geojson:1:1
        |
      1 | {"type": "Point", "coordinates": [-80.2, 25.7]}
        | ^  a polygon is wanted here
      ```

      ## Instead

      ```json
      {"type": "Polygon", "coordinates": [[[-80.2, 25.7], [-80.2, 25.8], [-80.1, 25.8], [-80.2, 25.7]]]}
      ```

      """##,
    "not-of-subtotals": ##"""
      # A subtotal names the running value

      It has a name and may say what the value `becomes`; conditions, labels and amounts belong to lines.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
        - subtotal: net
          amount: $5
      ```

      ```diagnostics
      error[not-of-subtotals]: a subtotal has no `amount`
        --> rules.yaml:13:5
         |
      13 |     amount: $5
         |     ^^^^^^  belongs to a line
      help: a subtotal is named, and may say what it `becomes`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      - line: extra
        amount: $5
      - subtotal: net
      ```

      """##,
    "not-on-earth": ##"""
      # Latitudes go from -90 to 90, longitudes from -180 to 180

      Usually the two are swapped: GeoJSON has the longitude first; `polygon`, `circle` and `box` have the latitude first.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          circle:
            center: -118.2, 34.1
            radius: 5 km
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[not-on-earth]: latitudes go from -90 to 90, longitudes from -180 to 180
        --> rules.yaml:11:15
         |
      11 |       center: -118.2, 34.1
         |               ^^^^^^^^^^^^  latitude -118.2, longitude 34.1
      help: they look swapped: GeoJSON has the longitude first, all else the latitude
      ```

      ## Instead

      ```yaml
      let:
        zone:
          circle:
            center: 34.1, -118.2
            radius: 5 km
      ```

      """##,
    "not-proved": ##"""
      # `unique` must be provable

      The rows overlap in too many ways for the proof to look at each combination.

      At most 64 key columns of a table can be proved.

      ```console
      $ (printf 'schema: quote/1\nname: example\ncurrency: USD\ninputs:\n  order: text, key\n'; printf '  k%s: count [0..9]\n' $(seq 70); printf 'let:\n  price:\n    unique: |\n      '; printf '| k%s ' $(seq 70); printf '|| price |\n      '; printf '| - %.0s' $(seq 70); printf '|| $5 |\nquote:\n  - line: work\n    amount: price\n') > rules.yaml
      $ quote check --rules rules.yaml
      error[not-proved]: `unique` promises that no two rows hold for one booking
        --> rules.yaml:78:5
         |
      78 |     unique: |
         |     ^^^^^^  the rows of `price` overlap in too many ways to prove it
      help: use `first`, or fewer key columns
      1 error
      [exit 1]
      ```

      ## Instead

      Use `first`, which needs no proof, or fewer key columns.

      """##,
    "not-utf8": ##"""
      # A rules file is UTF-8

      A byte of the file is not part of any UTF-8 character, so the text cannot be what was meant.

      ```console
      $ printf 'schema: quote/1\nname: caf\xe9\ncurrency: EUR\ninputs:\n  order: text, key\nquote:\n  - line: visit\n    amount: 5 EUR\n' > rules.yaml
      $ quote check --rules rules.yaml
      error[not-utf8]: a rules file is UTF-8
       --> rules.yaml:2:10
        |
      2 | name: caf�
        |          ^  this byte is not
      1 error
      [exit 1]
      ```

      ## Instead

      Save the file as UTF-8. `iconv -f WINDOWS-1252 -t UTF-8` converts what older editors write.

      """##,
    "nothing-replaced": ##"""
      # An overlay replaces what the rules have by name, or adds what something uses

      A figure, table or area of an overlay that is neither changes no quote: most likely the name is misspelt. An input that an overlay adds and nothing uses is read and checked, so it is only
      warned of if the rules have one of almost this name. This is a warning, and `price`, `diff` and `explain` show it as well as `check`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        sent: number [0..5000] step 0.001
      let:
        feed_in: $0.052
      quote:
        - line: solar
          amount: -round(sent * feed_in)
      ```

      ```yaml summer.yaml
      inputs:
        semt: number [0..9000] step 0.001
      let:
        feed_inn: $0.06
      ```

      ```csv bookings.csv
      order,sent,semt
      A-1,100,100
      ```

      ```console
      $ quote price --rules rules.yaml --overlay summer.yaml bookings.csv
      warning[nothing-replaced]: an overlay replaces what the rules have by name, or adds what something uses
       --> summer.yaml:2:3
        |
      2 |   semt: number [0..9000] step 0.001
        |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^  the rules had no `semt`, and nothing uses this input
      help: did you mean `sent`?

      warning[nothing-replaced]: an overlay replaces what the rules have by name, or adds what something uses
       --> summer.yaml:4:3
        |
      4 |   feed_inn: $0.06
        |   ^^^^^^^^  the rules had no `feed_inn`, and nothing uses this let
      help: did you mean `feed_in`?
      order,status,solar,total,reasons,fault_field,fault_value,fault_message
      A-1,quoted,-5.20,-5.20,,,,
      ```

      ## Instead

      ```yaml
      let:
        feed_in: $0.06
      ```

      """##,
    "nothing-to-aggregate": ##"""
      # `sum`, `any` and the like go up from the elements of a list

      A value of the whole booking has nothing below it to go up from.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: sum(price)
      ```

      ```diagnostics
      error[nothing-to-aggregate]: `sum` goes up from the elements of a list
        --> rules.yaml:11:17
         |
      11 |     amount: sum(price)
         |                 ^^^^^  this is one value for the whole booking
      help: a value for each element is wanted: a field of a list, or what is made from one
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      ```

      """##,
    "number-form": ##"""
      # Numbers are decimal digits with at most one point

      No exponents, no second point.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price * 1.2.3
      ```

      ```diagnostics
      error[number-form]: `1.2.3` is not a number
        --> rules.yaml:11:21
         |
      11 |     amount: price * 1.2.3
         |                     ^^^^^  numbers are decimal digits with at most one point
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price * 1.23
      ```

      """##,
    "number-too-long": ##"""
      # A number has at most 36 digits

      More could not be held exactly.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price * 0.1234567890123456789012345678901234567
      ```

      ```diagnostics
      error[number-too-long]: a number has at most 36 digits
        --> rules.yaml:11:21
         |
      11 |     amount: price * 0.1234567890123456789012345678901234567
         |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^  has more
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price * 0.1234567890123456789
      ```

      """##,
    "open-quotient": ##"""
      # A division by anything but a constant must be directly inside a rounding or comparison

      Such a quotient may not come out even, so no number of digits holds it exactly. It may be multiplied or divided further before it is rounded, `round(a / n * b)`. It may not be added to, nor put under `sum`, `min`, `if` or `default`, even with a rounding further out: `round(100 * sum(p / parts))`. Divide the sum instead, `round(100 * (sum(p) / parts))`, and put what is added over the same divisor, `round((a + b * n) / n)`. A divisor that is one of two figures is exact in each branch: `if bike then x / 4000 else x / 6000` instead of `x / (if bike then 4000 else 6000)`. Rounding each quotient first, `sum(round(p / parts, 0.0001))`, is also allowed, but can give a different price.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price / pieces
      ```

      ```diagnostics
      error[open-quotient]: a division by anything but a constant must be directly inside a rounding or comparison
        --> rules.yaml:11:13
         |
      11 |     amount: price / pieces
         |             ^^^^^^^^^^^^^^  this may not come out even
      help: write `round(price / pieces)`: the rounding goes directly around the quotient, together with what multiplies or divides it
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price / pieces)
      ```

      """##,
    "operator-wanted": ##"""
      # The formula is complete before this

      Two values are side by side without an operator. A value that is not given is replaced by `default`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price otherwise $5
      ```

      ```diagnostics
      error[operator-wanted]: the formula is complete before `otherwise`
        --> rules.yaml:11:19
         |
      11 |     amount: price otherwise $5
         |                   ^^^^^^^^^  this does not belong to it
      help: write `x default y` for a value that is not given
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price default $5
      ```

      """##,
    "other-currency": ##"""
      # One file has one currency

      Amounts of two currencies cannot be added without a rate, which would be an input.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: €5
      ```

      ```diagnostics
      error[other-currency]: one file has one currency
        --> rules.yaml:11:13
         |
      11 |     amount: €5
         |             ^^  `€` is not USD
      help: write `$5`
      help: or, where all amounts are in EUR, `currency: EUR` at the top
      ```

      ## Instead

      ```yaml
      - line: work
        amount: $5
      ```

      """##,
    "other-spelling": ##"""
      # The operator has another spelling here

      Each operator has one spelling: `=`, `!=`, `and`, `or`, `not`. There is no operator for a remainder, which is `n - 3 * floor(n / 3)`, and none for powers: write `x * x`, or put the powers in a table if the exponent varies.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: if pieces == 3 then price else $0
      ```

      ```diagnostics
      error[other-spelling]: `==` is written `=` here
        --> rules.yaml:11:23
         |
      11 |     amount: if pieces == 3 then price else $0
         |                       ^^  not an operator
      help: write `=`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: if pieces = 3 then price else $0
      ```

      """##,
    "overlay-cell": ##"""
      # A value column holds one value

      Ranges and several values are for keys, left of `||`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        size: text
        zone: count [1..3]
      let:
        rate: 8%
        price:
          first: |
            | size  || price |
            | small || $5    |
        zones:
          first: |
            | size  || zone: 1 | 2  | 3  |
            | small || $5      | $6 | $7 |
      quote:
        - line: work
          amount: price + zones
        - line: fee
          amount: round(subtotal * rate)
      ```

      ```yaml map.yaml
      schema: quote-overlay/1
      inputs:
        amount: number [0..1], from rate
        prices:
          each:
            size: text
            amount_each: money, from each
      overlay:
        price: { for: prices, row: { size: size, price: "[amount_each..amount_each]" } }
      ```

      ```json record.json
      {"rate": 0.09, "prices": [{"size": "small", "each": 6.5}]}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml record.json
      error[overlay-cell]: a value column holds one value
       --> map.yaml:9:44
        |
      9 |   price: { for: prices, row: { size: size, price: "[amount_each..amount_each]" } }
        |                                            ^^^^^  a range or several values are for keys
      help: write `price: formula`
      [exit 1]
      ```

      ## Instead

      ```yaml
      overlay:
        price: { for: prices, row: { size: size, price: amount_each } }
      ```

      """##,
    "overlay-column": ##"""
      # A column of an overlay map is a column of the table

      The names under `row` are the headers of the table as the rules write them; every column right of `||` must be given.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        size: text
        zone: count [1..3]
      let:
        rate: 8%
        price:
          first: |
            | size  || price |
            | small || $5    |
        zones:
          first: |
            | size  || zone: 1 | 2  | 3  |
            | small || $5      | $6 | $7 |
      quote:
        - line: work
          amount: price + zones
        - line: fee
          amount: round(subtotal * rate)
      ```

      ```yaml map.yaml
      schema: quote-overlay/1
      inputs:
        amount: number [0..1], from rate
        prices:
          each:
            size: text
            amount_each: money, from each
      overlay:
        price: { for: prices, row: { sise: size, price: amount_each } }
      ```

      ```json record.json
      {"rate": 0.09, "prices": [{"size": "small", "each": 6.5}]}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml record.json
      error[overlay-column]: `price` has no column `sise`
       --> map.yaml:9:32
        |
      9 |   price: { for: prices, row: { sise: size, price: amount_each } }
        |                                ^^^^  unknown
      help: did you mean `size`?
      [exit 1]
      ```

      ## Instead

      ```yaml
      overlay:
        price: { for: prices, row: { size: size, price: amount_each } }
      ```

      """##,
    "overlay-figure": ##"""
      # A figure replaces a figure

      `name: formula` in an overlay map replaces a `let` that is a figure or a formula. A table is replaced row by row.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        size: text
        zone: count [1..3]
      let:
        rate: 8%
        price:
          first: |
            | size  || price |
            | small || $5    |
        zones:
          first: |
            | size  || zone: 1 | 2  | 3  |
            | small || $5      | $6 | $7 |
      quote:
        - line: work
          amount: price + zones
        - line: fee
          amount: round(subtotal * rate)
      ```

      ```yaml map.yaml
      schema: quote-overlay/1
      inputs:
        amount: number [0..1], from rate
        prices:
          each:
            size: text
            amount_each: money, from each
      overlay:
        price: amount
      ```

      ```json record.json
      {"rate": 0.09, "prices": [{"size": "small", "each": 6.5}]}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml record.json
      error[overlay-figure]: `price` is not a figure of the rules
        --> map.yaml:9:3
         |
       9 |   price: amount
         |   ^^^^^  one value cannot replace it
        ::: rules.yaml:10:3
         |
      10 |   price:
         |   -----  declared here
      help: the rows of a table are made from a list: { for: list, row: { header: value } }
      [exit 1]
      ```

      ## Instead

      ```yaml
      overlay:
        price: { for: prices, row: { size: size, price: amount_each } }
      ```

      """##,
    "overlay-matrix": ##"""
      # Rows cannot be laid into a matrix

      A matrix spreads its last key over its columns; a list of records has no such form.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        size: text
        zone: count [1..3]
      let:
        rate: 8%
        price:
          first: |
            | size  || price |
            | small || $5    |
        zones:
          first: |
            | size  || zone: 1 | 2  | 3  |
            | small || $5      | $6 | $7 |
      quote:
        - line: work
          amount: price + zones
        - line: fee
          amount: round(subtotal * rate)
      ```

      ```yaml map.yaml
      schema: quote-overlay/1
      inputs:
        amount: number [0..1], from rate
        prices:
          each:
            size: text
            amount_each: money, from each
      overlay:
        zones: { for: prices, row: { size: size, price: amount_each } }
      ```

      ```json record.json
      {"rate": 0.09, "prices": [{"size": "small", "each": 6.5}]}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml record.json
      error[overlay-matrix]: rows cannot be laid into a matrix
        --> map.yaml:9:3
         |
       9 |   zones: { for: prices, row: { size: size, price: amount_each } }
         |   ^^^^^  is spread over columns
        ::: rules.yaml:15:12
         |
      15 |     first: |
         |            -  the matrix
      help: write the table of the rules with its last key as a column of its own
      [exit 1]
      ```

      ## Instead

      ```yaml
      let:
        zones:
          first: |
            | size  | zone || price |
            | small | 1    || $5    |
      ```

      """##,
    "overlay-value": ##"""
      # An overlay holds what can be written

      Points and lists of texts have no literal in rules.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        size: text
        zone: count [1..3]
      let:
        rate: 8%
        price:
          first: |
            | size  || price |
            | small || $5    |
        zones:
          first: |
            | size  || zone: 1 | 2  | 3  |
            | small || $5      | $6 | $7 |
      quote:
        - line: work
          amount: price + zones
        - line: fee
          amount: round(subtotal * rate)
      ```

      ```yaml map.yaml
      schema: quote-overlay/1
      inputs:
        amount: number [0..1], from rate
        place: optional point
        prices:
          each:
            size: text
            amount_each: money, from each
      overlay:
        rate: place
      ```

      ```json record.json
      {"rate": 0.09, "prices": [{"size": "small", "each": 6.5}], "place": {"lat": 1, "lng": 2}}
      ```

      ```console
      $ quote overlay --rules rules.yaml --map map.yaml record.json
      error[overlay-value]: an overlay cannot hold a point
        --> map.yaml:10:3
         |
      10 |   rate: place
         |   ^^^^^^^^^^^  cannot be written
      help: numbers, texts, flags, dates, times and words can be
      [exit 1]
      ```

      ## Instead

      ```yaml
      overlay:
        rate: amount
      ```

      """##,
    "parting-missing": ##"""
      # `||` separates keys from values

      What is looked up is on its left, what is found on its right. In a CSV file an empty column separates them.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces | rate |
            | -      | 8%   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[parting-missing]: `||` separates keys from values
        --> rules.yaml:12:7
         |
      12 |       | pieces | rate |
         |       ^^^^^^^^^^^^^^^^^  not separated
      help: write | key || value |
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | -      || 8%   |
      ```

      """##,
    "parting-repeated": ##"""
      # A row has one `||`

      A cell that holds nothing is written `-`. Only the header of a matrix has a second `||`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || rate || note |
            | -      || 8%   || -    |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[table-empty]: a table needs a header
        --> rules.yaml:11:12
         |
      11 |     first: |
         |            ^  no row here

      error[parting-repeated]: a row has one `||`
        --> rules.yaml:12:24
         |
      12 |       | pieces || rate || note |
         |                        ^^  the second time
      help: write - for a cell that holds nothing

      error[parting-repeated]: a row has one `||`
        --> rules.yaml:13:24
         |
      13 |       | -      || 8%   || -    |
         |                        ^^  the second time
      help: write - for a cell that holds nothing
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate | note |
            | -      || 8%   | -    |
      ```

      """##,
    "path-form": ##"""
      # A source is a path into the record

      `a.b` follows members, `itself` is the record, `a[key=minimum].value` picks an entry of a list.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pieces: count, from items[0
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[path-form]: `items[0` is not a path into a record
       --> rules.yaml:7:23
        |
      7 |   pieces: count, from items[0
        |                       ^^^^^^^  cannot be followed
      help: paths are a.b, itself, or a[key=minimum].value; quote names with spaces in them
      ```

      ## Instead

      ```yaml
      inputs:
        pieces: count, from item.pieces
      ```

      """##,
    "phrase-repeated": ##"""
      # A phrase of an input is written only once

      Two defaults, or two sources, could not both apply.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pieces: count, default 1, default 2
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[phrase-repeated]: `default` is written only once
       --> rules.yaml:7:29
        |
      7 |   pieces: count, default 1, default 2
        |                             ^^^^^^^^^  the second time
      ```

      ## Instead

      ```yaml
      inputs:
        pieces: count, default 2
      ```

      """##,
    "point-form": ##"""
      # A place is written `latitude, longitude`

      Two numbers in degrees, the latitude first.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          circle:
            center: Miami
            radius: 5 km
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[point-form]: a place is written `latitude, longitude`
        --> rules.yaml:11:15
         |
      11 |       center: Miami
         |               ^^^^^  not a place
      help: write 25.77, -80.19
      ```

      ## Instead

      ```yaml
      let:
        zone:
          circle:
            center: 25.77, -80.19
            radius: 5 km
      ```

      """##,
    "product-of-measures": ##"""
      # Only plain numbers can be multiplied over any number of rows

      Two prices cannot be multiplied, so neither can the prices of two rows.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          product: |
            | pieces || rate |
            | < 10   || $5   |
            | -      || $8   |
      quote:
        - line: work
          amount: rate
      ```

      ```diagnostics
      error[product-of-measures]: only plain numbers can be multiplied over any number of rows
        --> rules.yaml:12:19
         |
      12 |       | pieces || rate |
         |                   ^^^^  `rate` is money
      help: multiply factors (`1.25`, `110%`), and then the price by their product
      ```

      ## Instead

      ```yaml
      let:
        rate:
          product: |
            | pieces || rate |
            | < 10   || 90%  |
            | -      || 110% |
      ```

      """##,
    "quote-never-ends": ##"""
      # A quoted field of a CSV table ends with a quotation mark

      Otherwise the rest of the file would be one field.

      ```csv rates.csv
      pieces,,rate
      "<= 3,,8%
      -,,7%
      ```

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: rates.csv
      quote:
        - line: work
          amount: price * rate
      ```

      ```diagnostics
      error[quote-never-ends]: a quoted field ends with a quotation mark
       --> rates.csv:2:1
        |
      2 | "<= 3,,8%
        | ^  opened here
      ```

      ## Instead

      ```csv
      pieces,,rate
      "<= 3",,8%
      -,,7%
      ```

      """##,
    "radius-form": ##"""
      # A radius is a distance

      A number and a unit of length.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          circle:
            center: 25.77, -80.19
            radius: wide
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[radius-form]: a radius is a distance
        --> rules.yaml:12:15
         |
      12 |       radius: wide
         |               ^^^^  not one
      help: write 5 km
      ```

      ## Instead

      ```yaml
      let:
        zone:
          circle:
            center: 25.77, -80.19
            radius: 5 km
      ```

      """##,
    "radius-no-distance": ##"""
      # The radius of a circle is a distance above zero

      A circle without extent contains no place.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          circle:
            center: 25.77, -80.19
            radius: 0 km
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[radius-no-distance]: the radius of a circle is a distance above zero
        --> rules.yaml:12:15
         |
      12 |       radius: 0 km
         |               ^^^^  of `zone`
      help: `radius: 5 km`, `radius: 3 mi`
      ```

      ## Instead

      ```yaml
      let:
        zone:
          circle:
            center: 25.77, -80.19
            radius: 5 km
      ```

      """##,
    "range-form": ##"""
      # A range has two ends

      Square brackets include an end, round brackets exclude it.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pieces: count [0-100]
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[range-form]: `[0-100]` is not a range
       --> rules.yaml:7:17
        |
      7 |   pieces: count [0-100]
        |                 ^^^^^^^  cannot be read
      help: ranges are [a..b], [a..b), (a..b], < a, <= a, > a, >= a
      ```

      ## Instead

      ```yaml
      inputs:
        pieces: count [0..100]
      ```

      """##,
    "range-of-words": ##"""
      # Only ordered values make a range

      The words of a `one of` have no order; nor do flags or places.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        size: one of small | medium | large
      let:
        rate:
          first: |
            | size           || rate |
            | [small..large] || 5%   |
            | -              || 8%   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[range-of-words]: the values of `size` have no order to make a range of
        --> rules.yaml:12:9
         |
      12 |       | [small..large] || 5%   |
         |         ^^^^^^^^^^^^^^  a range
      help: list the values: `a, b, c`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | size         || rate |
            | small, large || 5%   |
            | -            || 8%   |
      ```

      """##,
    "range-outside-in": ##"""
      # A range is written only after `in`

      A range is not a value; a formula can only ask whether something lies in it.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: pieces = [1..3]
          amount: price
      ```

      ```diagnostics
      error[range-outside-in]: a range is written only after `in`
        --> rules.yaml:11:20
         |
      11 |     when: pieces = [1..3]
         |                    ^^^^^^  has no value itself
      help: write x in [a..b)
      ```

      ## Instead

      ```yaml
      - line: work
        when: pieces in [1..3]
        amount: price
      ```

      """##,
    "range-too-wide": ##"""
      # A range has no more steps than 64 bits count

      A column holds a value as a number of steps, in 64 bits. In a wider range some values could not be held, and a booking that has one would be at fault inside its range.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        size: number [0..999999999999999999] step 0.000001
      quote:
        - line: work
          when: size > 1
          amount: $20
      ```

      ```diagnostics
      error[range-too-wide]: a range has no more steps than 64 bits count
       --> rules.yaml:6:16
        |
      6 |   size: number [0..999999999999999999] step 0.000001
        |                ^^^^^^^^^^^^^^^^^^^^^^^  with a step of 0.000001 it goes from -9223372036854.775807 to 9223372036854.775807 at most
      help: write a narrower range, or a larger `step`
      ```

      ## Instead

      ```yaml
      inputs:
        size: number [0..999999999999] step 0.000001
      ```

      or, where the values are that large, a step that is:

      ```yaml
      inputs:
        size: number [0..999999999999999999] step 1
      ```

      """##,
    "repeated-name": ##"""
      # A word or a column is named once

      The words of a `one of`, the columns of a table, the names of a section: each has one meaning.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        size: one of small | large | small
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[repeated-name]: `small` is declared twice
       --> rules.yaml:7:32
        |
      7 |   size: one of small | large | small
        |                -----           ^^^^^  the second
        |                |
        |                the first
      ```

      ## Instead

      ```yaml
      inputs:
        size: one of small | large
      ```

      """##,
    "reserved-key": ##"""
      # Some keys are reserved for later

      `must` and `examples` will hold assertions and tests one day.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
      must:
        - total > $0
      ```

      ```diagnostics
      error[reserved-key]: `must` is reserved for later versions of the language
        --> rules.yaml:12:1
         |
      12 | must:
         | ^^^^  means nothing yet
      help: remove it
      ```

      ## Instead

      Remove the section. What must hold can be declined: `decline: - when: total <= $0`.

      """##,
    "reserved-name": ##"""
      # A word of the language cannot be a name

      `if`, `then`, `default`, `subtotal` and [the other words of formulas](../rules-language.md#the-file) keep their one meaning. An input may have another name than bookings give it.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        where: optional text
      let:
        default: 8%
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[reserved-name]: `where` is a word of the language
       --> rules.yaml:8:3
        |
      8 |   where: optional text
        |   ^^^^^  cannot be a name
      help: choose another name, and say what bookings call it: `where_: …, from where`

      error[reserved-name]: `default` is a word of the language
        --> rules.yaml:10:3
         |
      10 |   default: 8%
         |   ^^^^^^^  cannot be a name
      help: choose another name
      ```

      ## Instead

      ```yaml
      inputs:
        place: optional text, from where
      let:
        standard: 8%
      ```

      """##,
    "ring-too-short": ##"""
      # A polygon has at least three corners

      Two corners enclose nothing.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        zone:
          polygon: |
            | lat  | lng   |
            | 25.7 | -80.2 |
            | 25.8 | -80.2 |
      quote:
        - line: work
          when: pickup in zone
          amount: price
      ```

      ```diagnostics
      error[ring-too-short]: a polygon has at least three corners
        --> rules.yaml:10:14
         |
      10 |     polygon: |
         |              ^  has fewer
      ```

      ## Instead

      ```yaml
      let:
        zone:
          polygon: |
            | lat  | lng   |
            | 25.7 | -80.2 |
            | 25.8 | -80.2 |
            | 25.8 | -80.1 |
      ```

      """##,
    "rounding-of-profile": ##"""
      # Under `python` and `javascript` rounding is the language's own

      No mode could match that language bit for bit.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      arithmetic: python
      rounding: half_up
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[rounding-of-profile]: under `python` rounding is that language's own
       --> rules.yaml:5:11
        |
      5 | rounding: half_up
        |           ^^^^^^^
      help: leave `rounding` out
      ```

      ## Instead

      ```yaml
      arithmetic: python
      ```

      """##,
    "row-form": ##"""
      # A row begins and ends with `|`

      Lines that begin with `#` are comments; a bar inside a cell is written `\|`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || rate |
            | -      || 8%
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[row-form]: a row begins and ends with `|`
        --> rules.yaml:13:7
         |
      13 |       | -      || 8%
         |       ^^^^^^^^^^^^^^  this one does not
      help: comments begin with `#`; write \| for a bar inside a cell
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | -      || 8%   |
      ```

      """##,
    "row-width": ##"""
      # A row has as many cells as the header

      A bar is missing, or there is one too many.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || rate |
            | < 10   || 8%   | 9% |
            | -      || 7%   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[row-width]: a row has as many values as the header
        --> rules.yaml:13:7
         |
      12 |       | pieces || rate |
         |       ------------------  1 here
      13 |       | < 10   || 8%   | 9% |
         |       ^^^^^^^^^^^^^^^^^^^^^^^  2 here
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | < 10   || 8%   |
            | -      || 7%   |
      ```

      """##,
    "rows-ambiguous": ##"""
      # A setting changes one row

      Several rows have the same key cells, so it is not clear which one the setting means.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
      let:
        unit_price:
          sum: |
            | pieces || price |
            | < 10   || $6    |
            | < 10   || $1    |
            | -      || $5    |
      quote:
        - line: work
          amount: unit_price
      ```

      ```console
      $ quote check --rules rules.yaml --set 'let.unit_price[< 10].price=$7'
      error[rows-ambiguous]: several rows of `unit_price` are written `< 10`
        --> --set:1:16
         |
       1 | let.unit_price[< 10].price=$7
         |                ^^^^  a setting changes one
        ::: rules.yaml:11:7
         |
      11 |       | < 10   || $6    |
         |       -------------------  one of them
      12 |       | < 10   || $1    |
         |       -------------------  one of them
      help: use an overlay file with `rows:`
      1 error
      [exit 1]
      ```

      ## Instead

      Replace the rows in an overlay file, where each is written out:

      ~~~yaml
      let:
        unit_price:
          rows: |
            | < 10 || $6 |
            | -    || $5 |
      ~~~

      """##,
    "rows-overlap": ##"""
      # No two rows of a `unique` table hold for one booking

      `unique` is proved when the rules are compiled, over all keys at once. If the upper row should win, make the table `first`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          unique: |
            | pieces || rate |
            | [0..3] || 0%   |
            | [3..100] || 10% |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[rows-overlap]: no two rows of a `unique` table hold for one booking
        --> rules.yaml:14:7
         |
      13 |       | [0..3] || 0%   |
         |       ------------------  this row too
      14 |       | [3..100] || 10% |
         |       ^^^^^^^^^^^^^^^^^^^  both rows of `rate` hold for pieces = 3
      help: separate their keys, or write `first` if the upper row should win
      ```

      ## Instead

      ```yaml
      let:
        rate:
          unique: |
            | pieces   || rate |
            | [0..3]   || 0%   |
            | [4..100] || 10%  |
      ```

      """##,
    "scale-form": ##"""
      # A scale divides decimals without a remainder

      A scale says how many of theirs make one of ours: 100 if ours are dollars and theirs are cents. Most numbers divided by 60 have endless decimals; `1/60` multiplies instead.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, reply: response }
      forms:
        other:
          fields: { minutes: { is: parcel, scale: 60 } }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[scale-form]: a scale divides decimals without a remainder, or is one over a whole number
       --> map.yaml:5:45
        |
      5 |     fields: { minutes: { is: parcel, scale: 60 } }
        |                                             ^^  does not
      help: write scale: 100 where theirs are cents, or scale: 1/60 where ours are minutes and theirs hours
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, reply: response }
      forms:
        other:
          fields: { hours: { is: parcel, scale: 1/60 } }
      ```

      """##,
    "second-key": ##"""
      # A booking has one key

      The key names a booking in messages and output, and says which rows of a CSV belong together.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        number: text, key
        price: money
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[second-key]: a booking has one key
       --> rules.yaml:6:3
        |
      5 |   order: text, key
        |   ----------------  the first
      6 |   number: text, key
        |   ^^^^^^^^^^^^^^^^^  a second one
      ```

      ## Instead

      ```yaml
      inputs:
        order:  text, key
        number: text
      ```

      """##,
    "setting-form": ##"""
      # A setting reads `PATH=VALUE`

      `--set` changes one figure, cell or step of the rules by its path.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_rate: 8%
        unit_price:
          first: |
            | pieces || each |
            | < 10   || $5   |
            | -      || $4   |
      quote:
        - line: work
          amount: unit_price * pieces
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```console
      $ quote check rules.yaml --set 'fee_rate'
      error[setting-form]: a setting reads `PATH=VALUE`
       --> --set:1:1
        |
      1 | fee_rate
        | ^^^^^^^^  cannot be read
      help: write rate=9%, let.price[small].price=$50, quote.base.amount=$5 or currency=EUR
      1 error
      [exit 1]
      ```

      ## Instead

      ```sh
      quote check rules.yaml --set 'fee_rate=9%'
      ```

      """##,
    "several-documents": ##"""
      # A rules file is one YAML document

      `---` begins a second document, which nothing would read.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
      ---
      name: other
      ```

      ```diagnostics
      error[several-documents]: a rules file is one YAML document
        --> rules.yaml:12:1
         |
      12 | ---
         | ^^^  a second one begins
      help: remove the `---`
      ```

      ## Instead

      Remove the `---`, or put the second document into a file of its own (an overlay).

      """##,
    "step-form": ##"""
      # A step is a number

      The step says how fine a value may be; finer input is a fault.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        length: number step fine
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[step-form]: a step is a number
       --> rules.yaml:7:23
        |
      7 |   length: number step fine
        |                       ^^^^  this is not one
      help: write step 0.1, or step 0.1 mi
      ```

      ## Instead

      ```yaml
      inputs:
        length: number step 0.1
      ```

      """##,
    "step-not-power-of-ten": ##"""
      # Under `python` and `javascript` a step is 1 or a smaller power of ten

      The rounding of those languages knows only decimal places.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      arithmetic: python
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: round(price * 8%, $0.05)
      ```

      ```diagnostics
      error[step-not-power-of-ten]: under `python` a step is 1 or a smaller power of ten
        --> rules.yaml:12:31
         |
      12 |     amount: round(price * 8%, $0.05)
         |                               ^^^^^
      help: such as `0.01` or `0.0001`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price * 8%, $0.10)
      ```

      """##,
    "tab-indentation": ##"""
      # Indentation is spaces

      Editors show tabs at different widths, and YAML forbids them.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
      	order: text, key
      ```

      ```diagnostics
      error[tab-indentation]: indentation is spaces
       --> rules.yaml:5:1
        |
      5 |     order: text, key
        | ^^^^  a tab
      help: replace the tab with spaces
      ```

      ## Instead

      ```yaml
      inputs:
        order: text, key
      ```

      """##,
    "table-empty": ##"""
      # A table needs a header

      Without a header nothing says what the cells are.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            # nothing yet
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[table-empty]: a table needs a header
        --> rules.yaml:11:12
         |
      11 |     first: |
         |            ^  no row here
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | -      || 8%   |
      ```

      """##,
    "table-form": ##"""
      # A table is a block of rows, or the name of a CSV file

      Rows follow below `|`, one per line.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: [1, 2]
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[table-form]: a table is a block of rows after `|`, or the name of a CSV file
        --> rules.yaml:11:12
         |
      11 |     first: [1, 2]
         |            ^^^^^^  neither
      help: write `first: |` and rows `| key || value |` below
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pieces || rate |
            | -      || 8%   |
      ```

      """##,
    "take-without-lines": ##"""
      # `take` chooses among `lines`

      With `take: lowest`, one of the lines of a group counts.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
          take: lowest
      ```

      ```diagnostics
      error[take-without-lines]: `take` chooses among `lines`
        --> rules.yaml:12:5
         |
      12 |     take: lowest
         |     ^^^^  there are none here
      ```

      ## Instead

      ```yaml
      - line: offer
        take: lowest
        lines:
          - line: tenth
            amount: -round(subtotal * 10%)
          - line: flat
            amount: -$5
      ```

      """##,
    "taken-name": ##"""
      # Some names already have a meaning

      Functions, `total`, `subtotal` and built-in units keep their meaning.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        round:
          first: |
            | pieces || rate |
            | -      || 8%   |
      quote:
        - line: work
          amount: round(2)
      ```

      ```diagnostics
      error[taken-name]: `round` already has a meaning
        --> rules.yaml:10:3
         |
      10 |   round:
         |   ^^^^^
      help: choose another name

      error[wrong-type]: money is wanted here
        --> rules.yaml:16:13
         |
      16 |     amount: round(2)
         |             ^^^^^^^^  this is a count
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      ```

      """##,
    "text-needs-quotes": ##"""
      # A text that begins with `{` needs quotation marks

      YAML reads a brace as the start of a mapping.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          label: {pieces} pieces
          amount: price
      ```

      ```diagnostics
      error[text-needs-quotes]: a text that begins with `{` needs quotation marks
        --> rules.yaml:11:12
         |
      11 |     label: {pieces} pieces
         |            ^^^^^^^^^^^^^^^  YAML reads a mapping here
      help: write "{name} …"
      ```

      ## Instead

      ```yaml
      - line: work
        label: "{pieces} pieces"
        amount: price
      ```

      """##,
    "text-never-ends": ##"""
      # A text ends with a quotation mark

      A quotation mark inside a text is written `\"`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: code = "A1
          amount: price
      ```

      ```diagnostics
      error[text-never-ends]: a text ends with a quotation mark
        --> rules.yaml:11:18
         |
      11 |     when: code = "A1
         |                  ^  opened here
      help: write \" for a quotation mark inside a text
      ```

      ## Instead

      ```yaml
      - line: work
        when: code = "A1"
        amount: price
      ```

      """##,
    "then-missing": ##"""
      # An `if` has a `then`

      `if condition then value else other`; without `else`, the value is not given when the condition fails.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: if code is given price else $0
      ```

      ```diagnostics
      error[then-missing]: an `if` has a `then`
        --> rules.yaml:11:30
         |
      11 |     amount: if code is given price else $0
         |             -----------------^^^^^  `then` should be here
         |             |
         |             the `if`
      help: write if condition then value else other
      ```

      ## Instead

      ```yaml
      - line: work
        amount: if code is given then price else $0
      ```

      """##,
    "too-fine": ##"""
      # One value is wanted for the booking

      There is one for each element; say how they combine into one.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        rooms:
          at_most: 20
          each:
            size: count [0..50]
            rate: money [$0..$10]
      quote:
        - line: room
          amount: rate * size
      ```

      ```diagnostics
      error[too-fine]: one value is wanted for the booking
        --> rules.yaml:14:13
         |
      14 |     amount: rate * size
         |             ^^^^^^^^^^^  this is one for each of `rooms`
      help: write `sum(rate * size)`, or say `for: rooms`
      ```

      ## Instead

      ```yaml
      - line: room
        for: rooms
        amount: rate * size
      ```

      """##,
    "types-apart": ##"""
      # Both values are of one type

      The two sides of a `default` or of an `if` stand for one value.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: if pieces > 3 then price else 0
      ```

      ```diagnostics
      error[types-apart]: both values are of one type
        --> rules.yaml:11:43
         |
       7 |   price: money [$0..$1000]
         |   ------------------------  `price` is declared here
      ...
      11 |     amount: if pieces > 3 then price else 0
         |                                -----      ^  this is a count
         |                                |
         |                                this is money
      help: add its currency: `$0`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: if pieces > 3 then price else $0
      ```

      """##,
    "unit-mismatch": ##"""
      # A unit must fit the type

      A distance is read in miles or metres, a weight in kilograms or pounds.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        way: distance in kg
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[unit-mismatch]: `kg` does not measure a distance
       --> rules.yaml:7:20
        |
      7 |   way: distance in kg
        |                    ^^
      ```

      ## Instead

      ```yaml
      inputs:
        way: distance in km
      ```

      """##,
    "unknown-area": ##"""
      # A key cell of a point names an area

      Areas are declared under `let`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pickup: point
      let:
        rate:
          first: |
            | pickup || rate |
            | zoen   || 5%   |
            | -      || 8%   |
        zone:
          circle:
            center: 25.77, -80.19
            radius: 5 km
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[unknown-area]: there is no area `zoen`
        --> rules.yaml:12:9
         |
      12 |       | zoen   || 5%   |
         |         ^^^^  `pickup` is a point: its cells name areas
      help: did you mean `zone`?
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | pickup || rate |
            | zone   || 5%   |
            | -      || 8%   |
      ```

      """##,
    "unknown-column": ##"""
      # A table has the columns of its header

      The names of the value columns are right of `||`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || cut | note |
            | < 10   || 5%  | few  |
            | -      || 8%  | many |
      quote:
        - line: work
          amount: round(price * rate.cat)
      ```

      ```diagnostics
      error[unknown-column]: `rate` has no column `cat`
        --> rules.yaml:17:32
         |
      17 |     amount: round(price * rate.cat)
         |                                ^^^
      help: did you mean `cut`?
      help: its columns are `cut`, `note`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price * rate.cut)
      ```

      """##,
    "unknown-field": ##"""
      # An element has the fields that are declared

      Only fields of the list can be set, kept or written in a cell pattern.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        rooms:
          cell: "sise*rate;"
          each:
            size: count [0..50]
            rate: money [$0..$10]
      quote:
        - line: room
          for: rooms
          amount: rate
      ```

      ```diagnostics
      error[unknown-field]: an element has no field `sise`
       --> rules.yaml:8:12
        |
      8 |     cell: "sise*rate;"
        |            ^^^^^^^^^^
      help: did you mean `size`?
      ```

      ## Instead

      ```yaml
      inputs:
        rooms:
          cell: "size*rate;"
          each:
            size: count
            rate: money
      ```

      """##,
    "unknown-function": ##"""
      # A function or table must exist

      A word before parentheses is a function of the language or a table of the rules.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: rounds(price)
      ```

      ```diagnostics
      error[unknown-function]: there is no function or table `rounds`
        --> rules.yaml:11:13
         |
      11 |     amount: rounds(price)
         |             ^^^^^^
      help: did you mean `round`?
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price)
      ```

      """##,
    "unknown-key": ##"""
      # Every key is known

      An unknown key would silently do nothing.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amuont: price
      ```

      ```diagnostics
      error[unknown-key]: `amuont` is not a key of a line
        --> rules.yaml:11:5
         |
      11 |     amuont: price
         |     ^^^^^^  unknown
      help: did you mean `amount`?
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      ```

      """##,
    "unknown-key-word": ##"""
      # A key cell names a value the key can have

      The header is one of a closed set of words, and this is not among them.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        size: one of small | large
      let:
        rate:
          first: |
            | size || rate |
            | smal || 5%   |
            | -    || 8%   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[unknown-key-word]: `size` is never `smal`
        --> rules.yaml:12:9
         |
      12 |       | smal || 5%   |
         |         ^^^^  not one of the values of `size`
      help: did you mean `small`?
      help: it is one of `small`, `large`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | size  || rate |
            | small || 5%   |
            | -     || 8%   |
      ```

      """##,
    "unknown-line": ##"""
      # An overlay changes a line by its name

      A new line says where it goes.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_rate: 8%
        unit_price:
          first: |
            | pieces || each |
            | < 10   || $5   |
            | -      || $4   |
      quote:
        - line: work
          amount: unit_price * pieces
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```yaml overlay.yaml
      quote:
        - line: wrok
          amount: $5
      ```

      ```console
      $ quote check rules.yaml --overlay overlay.yaml
      error[unknown-line]: the rules have no line `wrok`
       --> overlay.yaml:2:11
        |
      2 |   - line: wrok
        |           ^^^^  unknown
      help: did you mean `work`?
      help: a new line says where it goes: after: name, or before: name
      1 error
      [exit 1]
      ```

      ## Instead

      ```yaml
      quote:
        - line: extra
          after: work
          amount: $5
      ```

      """##,
    "unknown-list": ##"""
      # `for` names a list

      Lists are declared under `inputs`, or made under `let`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        rooms:
          at_most: 20
          each:
            size: count [0..50]
            rate: money [$0..$10]
      quote:
        - line: room
          for: room
          amount: rate
      ```

      ```diagnostics
      error[unknown-list]: no list is called `room`
        --> rules.yaml:14:10
         |
      14 |     for: room
         |          ^^^^
      help: did you mean `rooms`?
      ```

      ## Instead

      ```yaml
      - line: room
        for: rooms
        amount: rate
      ```

      """##,
    "unknown-name": ##"""
      # Every name is declared

      A name in a formula is an input, a field of a list, a let, a line above, or a subtotal above.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: prise
      ```

      ```diagnostics
      error[unknown-name]: nothing is called `prise`
        --> rules.yaml:11:13
         |
      11 |     amount: prise
         |             ^^^^^
      help: did you mean `price`?
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price
      ```

      """##,
    "unknown-path": ##"""
      # A setting names something the rules have

      A setting that changes nothing would go unnoticed.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_rate: 8%
        unit_price:
          first: |
            | pieces || each |
            | < 10   || $5   |
            | -      || $4   |
      quote:
        - line: work
          amount: unit_price * pieces
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```console
      $ quote check rules.yaml --set 'fee_rat=9%'
      error[unknown-path]: the rules have no `fee_rat` there
       --> --set:1:1
        |
      1 | fee_rat=9%
        | ^^^^^^^  unknown
      help: did you mean `fee_rate`?
      1 error
      [exit 1]
      ```

      ## Instead

      ```sh
      quote check rules.yaml --set 'fee_rate=9%'
      ```

      """##,
    "unknown-phrase": ##"""
      # An input is written in known phrases

      `[optional] type [in unit] [range] [step s], default x, from a or b, key`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pieces: count, defualt 1
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[unknown-phrase]: `defualt 1` says nothing about an input
       --> rules.yaml:7:18
        |
      7 |   pieces: count, defualt 1
        |                  ^^^^^^^^^  not understood
      help: did you mean `default`?
      ```

      ## Instead

      ```yaml
      inputs:
        pieces: count, default 1
      ```

      """##,
    "unknown-row": ##"""
      # A row is named by its key cells, as written

      The cells are compared with the text of the table.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        fee_rate: 8%
        unit_price:
          first: |
            | pieces || each |
            | < 10   || $5   |
            | -      || $4   |
      quote:
        - line: work
          amount: unit_price * pieces
        - line: fee
          amount: round(subtotal * fee_rate)
      ```

      ```console
      $ quote check rules.yaml --set 'let.unit_price[< 11]=$6'
      error[unknown-row]: `unit_price` has no row `< 11`
        --> --set:1:16
         |
       1 | let.unit_price[< 11]=$6
         |                ^^^^  key cells are written as in the table
        ::: rules.yaml:12:5
         |
      12 |     first: |
         |     -----  the table
      help: did you mean `unit_price[< 10]`?
      1 error
      [exit 1]
      ```

      ## Instead

      ```sh
      quote check rules.yaml --set 'let.unit_price[< 10]=$6'
      ```

      """##,
    "unknown-timezone": ##"""
      # A time zone is one of the IANA database

      Regions and cities, spelt as in the system's database.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      timezone: America/New_Yrok
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[unknown-timezone]: `America/New_Yrok` is not a time zone
       --> rules.yaml:4:11
        |
      4 | timezone: America/New_Yrok
        |           ^^^^^^^^^^^^^^^^
      help: did you mean `America/New_York`?
      help: zones are named after cities, as in the IANA database: `America/New_York`
      ```

      ## Instead

      ```yaml
      timezone: America/New_York
      ```

      """##,
    "unknown-type": ##"""
      # An input has a type

      Types are text, flag, count, number, money, date, time, instant, duration, distance, weight, point, `one of a | b`, and declared units.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        pieces: cuont [0..100]
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[unknown-type]: `cuont` is not a type
       --> rules.yaml:7:11
        |
      7 |   pieces: cuont [0..100]
        |           ^^^^^  a type is wanted
      help: did you mean `count`?
      ```

      ## Instead

      ```yaml
      inputs:
        pieces: count [0..100]
      ```

      """##,
    "unknown-unit": ##"""
      # Only known units can follow a number

      Built in are `mi km m`, `s min h day`, `kg g lb`, and `each`; others are declared under `units`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        due: date
      quote:
        - line: work
          amount: price * (pieces * 30 mins / 1 h)
        - line: next
          when: due + 1 month < 2026-06-01
          amount: price
      ```

      ```diagnostics
      error[unknown-unit]: `mins` is not a unit
        --> rules.yaml:11:34
         |
      11 |     amount: price * (pieces * 30 mins / 1 h)
         |                                  ^^^^  a number is followed by its unit
      help: write `min`

      error[unknown-unit]: `month` is not a unit
        --> rules.yaml:13:19
         |
      13 |     when: due + 1 month < 2026-06-01
         |                   ^^^^^  a number is followed by its unit
      help: the same day of the next month is `add_months(date, 1)`; for a rate, as in `$20/month`, declare `units: [month]`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price * (pieces * 30 min / 1 h)
      - line: next
        when: add_months(due, 1) < 2026-06-01
        amount: price
      ```

      """##,
    "unknown-word": ##"""
      # The value is one of a few words

      `arithmetic`, `rounding`, `take` and the like take one of a closed set of words.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      arithmetic: exakt
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[unknown-word]: `exakt` is not a way of computing
       --> rules.yaml:4:13
        |
      4 | arithmetic: exakt
        |             ^^^^^  one of exact, python, javascript
      help: did you mean `exact`?
      ```

      ## Instead

      ```yaml
      arithmetic: exact
      ```

      """##,
    "unreadable-key": ##"""
      # A key cell is read by the type of its header

      The cell is not a value of that type.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        day: date
      let:
        rate:
          first: |
            | day    || rate |
            | monday || 5%   |
            | -      || 8%   |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[unreadable-key]: `monday` is not a date
        --> rules.yaml:12:9
         |
      12 |       | monday || 5%   |
         |         ^^^^^^  `day` is a date
      help: a date is written like `2026-03-14`
      ```

      ## Instead

      ```yaml
      let:
        rate:
          first: |
            | weekday(day) || rate |
            | monday       || 5%   |
            | -            || 8%   |
      ```

      """##,
    "unreadable-timezone": ##"""
      # The time-zone database must be readable

      The rules name a time zone, and the system has no data for it.

      The list of leap seconds is in the same folder, but is not a zone.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      timezone: leapseconds
      inputs:
        order: text, key
        price: money [$0..$1000]
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[unreadable-timezone]: the system's time-zone database cannot be read
       --> rules.yaml:4:11
        |
      4 | timezone: leapseconds
        |           ^^^^^^^^^^^  /usr/share/zoneinfo/leapseconds
      ```

      ## Instead

      Install the package `tzdata`; zones are read from `/usr/share/zoneinfo`.

      """##,
    "untyped-column": ##"""
      # A column of a table without rows states its type

      A table that is filled elsewhere (by an overlay, or from a configuration record) has no cell that would show what it holds.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        note:
          first: |
            | pieces || text |
      quote:
        - line: work
          when: note is given
          amount: price
      ```

      ```diagnostics
      error[untyped-column]: a column of a table without rows states its type
        --> rules.yaml:12:19
         |
      12 |       | pieces || text |
         |                   ^^^^  nothing shows what `note` would find here
      help: write `text: money`, or what else it holds
      ```

      ## Instead

      ```yaml
      let:
        note:
          first: |
            | pieces || text: text |
      ```

      """##,
    "unused-name": ##"""
      # Everything that has a name should be used

      A figure, table or area that no line, decline or output uses, directly or indirectly, changes no quote: most likely another name was meant somewhere. This is a
      warning. An input that nothing uses is not a mistake, since it is still read and checked:
      `quote check` lists it.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        note: optional text
      let:
        fee_rate: 8%
        old_fee_rate: 7.5%
        night_rate:
          unique: |
            | price   || rate |
            | < $100  || 5%   |
            | >= $100 || 4%   |
      quote:
        - line: work
          amount: price
        - line: fee
          amount: round(fee_rate * price)
      ```

      ```console
      $ quote check rules.yaml
      warning[unused-name]: everything that has a name should be used
        --> rules.yaml:10:3
         |
      10 |   old_fee_rate: 7.5%
         |   ^^^^^^^^^^^^  no line, decline or output uses the let `old_fee_rate`, not even indirectly
      help: remove it, or use it

      warning[unused-name]: everything that has a name should be used
        --> rules.yaml:12:13
         |
      12 |     unique: |
         |             ^  no line, decline or output uses the table `night_rate`, not even indirectly
      help: remove it, or use it
      rules example

      total and lines
        total  0..1080 USD
        work   0..1000 USD
        fee    0..80 USD

      tables
        night_rate: unique, 2 rows; a row for every booking

      read, and used by nothing
        input note

      2 warnings
      ```

      ## Instead

      Remove it, or use it where it was meant.

      """##,
    "value-wanted": ##"""
      # A value is wanted here

      Something else is where a value should be: two operators in a row, a character of another alphabet.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: price * / 2
      ```

      ```diagnostics
      error[value-wanted]: a value is wanted, not `/`
        --> rules.yaml:11:21
         |
      11 |     amount: price * / 2
         |                     ^  instead of a value
      ```

      ## Instead

      ```yaml
      - line: work
        amount: price / 2
      ```

      """##,
    "which-column": ##"""
      # A table with several value columns is read as `table.column`

      The bare name would not say which value is meant; it can only be used with `is given`.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate:
          first: |
            | pieces || cut | note |
            | < 10   || 5%  | few  |
            | -      || 8%  | many |
      quote:
        - line: work
          amount: round(price * rate)
      ```

      ```diagnostics
      error[which-column]: a table with several value columns is read by `table.column`
        --> rules.yaml:17:27
         |
      17 |     amount: round(price * rate)
         |                           ^^^^  which of `cut`, `note`?
      help: write `rate.cut`
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price * rate.cut)
      ```

      """##,
    "whole-number-wanted": ##"""
      # A bound of a list is a whole number

      `at most` says how many elements one booking may have.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        rooms:
          at_most: 2.5
          each:
            size: count
      quote:
        - line: work
          amount: $5
      ```

      ```diagnostics
      error[whole-number-wanted]: `at_most` is a whole number from 1 up to 1,000,000
       --> rules.yaml:7:14
        |
      7 |     at_most: 2.5
        |              ^^^  not one
      ```

      ## Instead

      ```yaml
      inputs:
        rooms:
          at_most: 25
          each:
            size: count
      ```

      """##,
    "wide-default": ##"""
      # `default` applies to everything on its left

      `default` binds more loosely than `+ - * /`. In `1 + surge default 0%` the whole sum becomes 0% if the surge is not given, and a price multiplied by it is nothing. Parentheses say which of the two is meant; this is a warning.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        price: money [$0..$1000]
        surge: optional number [0..1]
      quote:
        - line: work
          amount: price
        - line: busy
          becomes: round(subtotal * (1 + surge default 0%))
      ```

      ```console
      $ quote check rules.yaml
      warning[wide-default]: `default` applies to everything on its left
        --> rules.yaml:12:32
         |
      12 |     becomes: round(subtotal * (1 + surge default 0%))
         |                                ^^^^^^^^^  not only if this is not
         |                                |
         |                                used if any part of this is not given
      help: write a + (b default c) for the last part alone, (a + b) default c for all of it
      rules example

      total and lines
        total  0..2000 USD
        work   0..1000 USD
        busy   -1000..1000 USD

      1 warning
      ```

      ```csv bookings.csv
      order,price,surge
      A-1,80,0.25
      A-2,80,
      ```

      ```console
      $ quote price --rules rules.yaml bookings.csv
      quote: rules.yaml has 1 warning: `quote check rules.yaml` shows it
      order,status,work,busy,total,reasons,fault_field,fault_value,fault_message
      A-1,quoted,80.00,20.00,100.00,,,,
      A-2,quoted,80.00,-80.00,0.00,,,,
      $ quote price --rules rules.yaml --set 'quote.busy.becomes=round(subtotal * (1 + (surge default 0%)))' bookings.csv
      quote: rules.yaml has 1 warning: `quote check rules.yaml --set 'quote.busy.becomes=round(subtotal * (1 + (surge default 0%)))'` shows it
      order,status,work,busy,total,reasons,fault_field,fault_value,fault_message
      A-1,quoted,80.00,20.00,100.00,,,,
      A-2,quoted,80.00,0.00,80.00,,,,
      ```

      ## Instead

      ```yaml
      - line: busy
        becomes: round(subtotal * (1 + (surge default 0%)))
      ```

      """##,
    "written-form": ##"""
      # `written` shows how numbers are written

      An example with both marks shows which one separates thousands and which one decimals; `1,234` alone may be either.

      ```rules.yaml
      schema: quote/1
      name: parcel
      currency: USD
      inputs:
        id:     text, key
        pieces: count [1..100]
      quote:
        - line: parcel
          amount: $7 * pieces
      ```

      ```map.yaml
      schema: quote-map/1
      record: { key: id, booking: request, reply: response }
      forms:
        other:
          fields: { due: { is: total, written: "€ 1.234" } }
      ```

      ```console
      $ quote diff --rules rules.yaml --map map.yaml records.jsonl
      error[written-form]: `written` is a number that shows how numbers are written
       --> map.yaml:5:43
        |
      5 |     fields: { due: { is: total, written: "€ 1.234" } }
        |                                           ^^^^^^^  does not say which mark separates thousands and which decimals
      help: write one with both: written: "$1,234.50", or written: "1.234,50 €"; with none, numbers are whole: written: "$12"
      [exit 2]
      ```

      ## Instead

      ```yaml
      schema: quote-map/1
      record: { key: id, booking: request, reply: response }
      forms:
        other:
          fields: { due: { is: total, written: "€ 1.234,50" } }
      ```

      """##,
    "wrong-arguments": ##"""
      # A function needs the arguments it takes

      The message shows how the function is written.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          amount: round()
      ```

      ```diagnostics
      error[wrong-arguments]: `round` is written `round(x, step)`
        --> rules.yaml:11:13
         |
      11 |     amount: round()
         |             ^^^^^^^
      ```

      ## Instead

      ```yaml
      - line: work
        amount: round(price)
      ```

      """##,
    "wrong-form": ##"""
      # A mapping, a list or a text is wanted

      The value has another shape than this place can use.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        work: price
      ```

      ```diagnostics
      error[wrong-form]: a list of lines is wanted here
        --> rules.yaml:10:3
         |
      10 |   work: price
         |   ^^^^^^^^^^^  this is a mapping
      ```

      ## Instead

      ```yaml
      quote:
        - line: work
          amount: price
      ```

      """##,
    "wrong-type": ##"""
      # A value has the type that its place requires

      A condition is yes or no, an amount is money, and each function has its own types.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      quote:
        - line: work
          when: pieces
          amount: price
      ```

      ```diagnostics
      error[wrong-type]: a condition is wanted here
        --> rules.yaml:11:11
         |
      11 |     when: pieces
         |           ^^^^^^  this is a count
      ```

      ## Instead

      ```yaml
      - line: work
        when: pieces > 0
        amount: price
      ```

      """##,
    "yaml-feature": ##"""
      # Anchors, aliases, tags and merges are not part of the language

      Every value is written where it is used, so that what you read is what is meant, and no file can blow up by referring to itself.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
        pieces: count [0..100]
        price: money [$0..$1000]
        code: optional text
      let:
        rate: &base 8%
        other: *base
      quote:
        - line: work
          amount: price
      ```

      ```diagnostics
      error[yaml-feature]: anchors and aliases are not part of the rules language
        --> rules.yaml:10:9
         |
      10 |   rate: &base 8%
         |         ^^^^^^^^  YAML would read this differently
      help: write the value out, or put the text in quotation marks

      error[yaml-feature]: anchors and aliases are not part of the rules language
        --> rules.yaml:11:10
         |
      11 |   other: *base
         |          ^^^^^  YAML would read this differently
      help: write the value out, or put the text in quotation marks
      ```

      ## Instead

      ```yaml
      let:
        rate: 8%
        other: rate
      ```

      """##,
    "yaml-mistake": ##"""
      # The file is not YAML

      The structure cannot be read: an indentation that fits no level, a quotation mark that never ends, a colon in a plain text.

      ```yaml rules.yaml
      schema: quote/1
      name: example
      currency: USD
      inputs:
        order: text, key
       price: money
      ```

      ```diagnostics
      error[yaml-mistake]: this is not YAML: did not find expected key
       --> rules.yaml:6:2
        |
      6 |  price: money
        |  ^  noticed here
      help: look at the indentation of this line; a text that begins with a quotation mark or a bracket needs quotation marks or parentheses around all of it
      ```

      ## Instead

      ```yaml
      inputs:
        order: text, key
        price: money
      ```

      """##,
  ]
}
