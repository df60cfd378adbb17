import QuoteEngine
import QuoteLanguage

extension ExplanationPage {
  /// What the page has beside the style of all pages; one column on narrow screens.
  static let style = """
    nav a{margin-right:.8em;white-space:nowrap;unicode-bidi:isolate}
    main{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,40rem);gap:2rem;padding:.6rem 1.6rem 3rem}
    article{margin-bottom:2.6rem;scroll-margin-top:1rem}
    h2{font-size:1.3rem;margin:.6rem 0;display:flex;justify-content:space-between;gap:1rem;overflow-wrap:anywhere}
    h2 b{font-variant-numeric:tabular-nums}.reason{color:var(--no)}
    summary{cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}
    summary:hover{background:var(--band)}
    .entry{display:grid;grid-template-columns:clamp(7em,var(--name),40%) minmax(5em,1fr) \
    max(5.6em,var(--amount)) max(5.6em,var(--running));column-gap:.9rem;\
    align-items:center;border-top:1px solid var(--line);padding:0 .2rem}
    .entry .name,.entry .amount,.entry .running{padding:.36rem 0}
    .entry .name,.more .name{padding-left:1.2em;position:relative;overflow-wrap:anywhere;unicode-bidi:isolate}
    summary .name::before{content:"▸";color:var(--soft);position:absolute;left:0}
    details[open]>summary .name::before{content:"▾"}
    .sum .name,.sum .running{font-weight:600;color:var(--ink)}.nothing{color:var(--soft)}
    .amount,.running{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    .running{color:var(--soft)}
    .bar{width:100%;height:100%;min-height:2.1rem;display:block;overflow:visible;grid-column:2}
    .bar path{fill:none;stroke:var(--sum);stroke-width:1px;vector-effect:non-scaling-stroke}.bar .zero{stroke:var(--line)}
    .up{fill:var(--up)}.down{fill:var(--down)}.bar .sum{fill:var(--sum)}
    .amount{grid-column:3}.running{grid-column:4}
    .why{padding:.1rem .2rem .8rem 1.3rem;overflow-wrap:anywhere}.why ul{margin:.2rem 0;padding-left:1.1rem}
    .why li{margin:.14rem 0}.why li::marker{color:var(--soft)}
    .instance{display:flex;justify-content:space-between;gap:1rem;margin-top:.5rem;font-weight:500}
    .because{margin:.2rem 0;color:var(--down)}.rounding{color:var(--soft)}small{font-size:.87em}
    .more{color:var(--soft);border-top:1px solid var(--line);padding:.36rem .2rem}
    table{border-collapse:collapse;width:100%;margin:.1rem 0 .8rem 1.3rem;width:calc(100% - 1.3rem)}
    th{text-align:left;font-weight:400;color:var(--soft);padding:.15rem 1rem .15rem 0;vertical-align:top;\
    overflow-wrap:anywhere}
    .wide{overflow-x:auto;margin-left:1.3rem}.changes{margin:.1rem 0 .8rem;width:100%;font-size:.9em}
    .changes th,.changes td{padding:.15rem .9rem .15rem 0;white-space:nowrap}.changes td:last-child{white-space:normal;min-width:14em}
    .changes tbody tr{border-top:1px solid var(--line)}
    .changes th:nth-child(4),.changes th:nth-child(5),.changes td:nth-child(4),.changes td:nth-child(5){text-align:right;\
    font-variant-numeric:tabular-nums}.limit{margin:.2rem 0 .2rem 1.3rem;color:var(--soft)}
    td{padding:.15rem 0;overflow-wrap:anywhere}
    aside{position:sticky;top:0;max-height:100vh;overflow:auto;border-left:1px solid var(--line);padding-left:1.2rem}
    h3{font-size:.9rem;margin:.6rem 0;color:var(--soft)}
    pre{margin:0;font:12px/1.5 ui-monospace,monospace;overflow-x:auto}
    pre span{display:block;min-height:1.5em;width:max-content;min-width:100%}
    pre i{display:inline-block;width:3.2em;color:var(--soft);font-style:normal;user-select:none}
    .hit{background:var(--hit)}.asked{box-shadow:inset 3px 0 var(--sum)}pre span:target{outline:2px solid var(--up);outline-offset:-2px}
    @media(max-width:1250px){main{grid-template-columns:minmax(0,1fr)}\
    aside{position:static;max-height:none;border-left:0;padding:0}}
    @media(max-width:560px){header{padding:1rem 1rem .3rem}main{padding:.4rem 1rem 2rem}\
    .entry{grid-template-columns:minmax(0,1fr) max(4.6em,var(--amount)) max(4.6em,var(--running));column-gap:.6rem}\
    .bar{grid-column:1/-1;grid-row:2;height:1.1rem;min-height:0}.amount{grid-column:2}.running{grid-column:3}}
    """
}
