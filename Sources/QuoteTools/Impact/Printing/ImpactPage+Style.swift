import QuoteEngine
import QuoteLanguage

extension ImpactPage {
  /// What the page has beside the style of all pages.
  static let style = #"""
    main{padding:0 1.6rem 3rem;max-width:72rem}
    h2{font-size:1rem;font-weight:600;margin:1.6rem 0 .4rem}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;
    margin:1rem 0}
    .tile{background:var(--band);border-radius:6px;padding:.55rem .8rem;overflow-wrap:anywhere}
    .tile b{display:block;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
    .tile span,.soft,.said{color:var(--soft)}.said{padding-left:1.1rem;margin:.6rem 0}
    .tile b.more{color:var(--up)}.tile b.less{color:var(--no)}
    .wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
    th{font-weight:400;color:var(--soft);text-align:left;padding:.15rem .8rem .15rem 0}
    td{border-top:1px solid var(--line);padding:.22rem .8rem .22rem 0;vertical-align:baseline;
    overflow-wrap:anywhere}
    .n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
    tr.sum td{font-weight:600}td.draw{width:18%;min-width:5rem}
    td.draw i{display:block;height:.6rem;border-radius:2px}
    i.more{background:var(--up)}i.less{background:var(--no)}
    @media(max-width:40rem){header{padding:1rem 1rem .3rem}main{padding:0 1rem 2rem}
    .draw{display:none}}
    @media print{body{font-size:11px}main{padding:0}section{break-inside:avoid}
    .wide{overflow:visible}
    .tile,i{print-color-adjust:exact;-webkit-print-color-adjust:exact}}

    """#
}
