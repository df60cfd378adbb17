import QuoteEngine
import QuoteLanguage

extension DifferencePage {
  /// What the page has beside the style of all pages.
  static let style = #"""
    main{padding:0 1.6rem 4rem}h2{font-size:.9rem;font-weight:600;margin:0 0 .4rem}
    header p{margin:.2rem 0;color:var(--soft);overflow-wrap:anywhere}
    button,input{font:inherit;color:inherit;background:none;border:0;padding:0;text-align:inherit}
    button{cursor:pointer}:focus-visible{outline:2px solid var(--up);outline-offset:1px}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:.6rem;margin:1rem 0}
    .tile{background:var(--band);border-radius:6px;padding:.55rem .8rem}
    .tile b{display:block;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
    .tile span{color:var(--soft);font-size:.85rem}.more{color:var(--up)}.less{color:var(--down)}
    .cards{columns:28rem 3;column-gap:1.6rem;margin:1.2rem 0}
    .card{min-width:0;break-inside:avoid;padding-bottom:1.2rem}.group{display:grid;width:100%;padding:.18rem .4rem;gap:.7rem;
    grid-template-columns:minmax(0,1fr) var(--figures);align-items:baseline;
    border-top:1px solid var(--line);position:relative;font-variant-numeric:tabular-nums}
    .group.head{border:0;color:var(--soft)}.group h2{color:var(--ink);margin:0 0 .2rem -.4rem}button.group:hover,.group[aria-pressed=true]{background:var(--hit)}
    .group i{position:absolute;left:0;bottom:0;height:2px;background:var(--sum)}
    .group>span{overflow:hidden;overflow-wrap:anywhere}.group>:first-child{display:-webkit-box;
    -webkit-line-clamp:3;-webkit-box-orient:vertical}.group>:nth-child(n+2){text-align:right;white-space:nowrap}.rest{color:var(--up);padding:.2rem .4rem}
    .common{column-span:all}.common table{border-collapse:collapse;width:100%;max-width:76rem}
    .common th{font-weight:400;color:var(--soft);text-align:left;padding:.12rem .8rem .12rem .4rem}
    .common td{border-top:1px solid var(--line);padding:.18rem .8rem .18rem .4rem;vertical-align:baseline;
    overflow-wrap:break-word}.common .n{text-align:right;white-space:nowrap}
    .common tr:hover td,.common tr:has([aria-pressed=true]) td{background:var(--hit)}
    .bars{display:flex;align-items:flex-end;height:9rem;gap:2px;border-bottom:1px solid var(--line)}
    .bar{flex:1;height:100%;display:flex;flex-direction:column;justify-content:flex-end;min-width:0;
    text-align:center;font-size:.72rem;color:var(--soft)}
    .bar i{display:block;background:var(--up);border-radius:2px 2px 0 0}.bar.less i{background:var(--down)}
    .bar.none i{background:var(--sum)}.bar:hover,.bar[aria-pressed=true]{background:var(--hit)}
    .marks{display:flex;gap:2px;font-size:.72rem;color:var(--soft)}.marks span{flex:1;min-width:0;
    text-align:center;overflow:hidden}
    .tools{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin:1.6rem 0 .5rem}
    .tools input{flex:1 1 14rem;border:1px solid var(--line);border-radius:6px;padding:.35rem .7rem;
    background:var(--paper)}.tools output{color:var(--soft);font-variant-numeric:tabular-nums}
    .chip{border:1px solid var(--line);border-radius:999px;padding:.1rem .7rem;max-width:100%;
    overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.chip::after{content:" ×";color:var(--soft)}
    #table{--row:34px;--columns:var(--wide)}
    .heads,.row{display:grid;grid-template-columns:var(--columns);gap:.8rem;padding:0 .5rem;width:100%}
    .heads{position:sticky;top:0;background:var(--paper);border-bottom:1px solid var(--line);z-index:1;
    padding:.35rem .5rem}.heads button{font-weight:600;white-space:nowrap}
    .heads [aria-sort=ascending] button::after{content:" ↑"}
    .heads [aria-sort=descending] button::after{content:" ↓"}
    .n{text-align:right;font-variant-numeric:tabular-nums}.heads .n button{text-align:right}
    #rows{position:relative}.item{position:absolute;left:0;right:0}
    .row{height:var(--row);align-items:center;border-bottom:1px solid var(--line)}
    .where{padding-left:1rem}.row:hover{background:var(--band)}.row>*{unicode-bidi:isolate;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .row>:first-child::before{content:"▸";color:var(--soft);display:inline-block;width:1.1em}
    .row[aria-expanded=true]>:first-child::before{content:"▾"}.old{color:var(--soft)}
    .inside{padding:.7rem .5rem 1.2rem 1.6rem;border-bottom:1px solid var(--line);background:var(--band)}
    .inside p{margin:.15rem 0;overflow-wrap:anywhere}.sides{border-collapse:collapse;margin:.6rem 0;width:100%;
    max-width:76rem}.sides th{font-weight:400;color:var(--soft);text-align:left;padding:.12rem .8rem .12rem 0}
    .sides td{padding:.12rem .8rem .12rem 0;overflow-wrap:anywhere}.sides .n{text-align:right}
    .sides tr.off td{background:var(--hit)}.sides tr.sum td{font-weight:600}
    .sides tr.first td:first-child::after{content:"departs here";color:var(--no);font-size:.78rem;
    margin-left:.7em;font-weight:400;white-space:nowrap}
    .draw{width:34%;min-width:9rem;position:relative}.draw i{position:absolute;height:7px;border-radius:2px;
    min-width:2px}.draw i.a{top:4px;background:var(--up)}.draw i.b{top:13px;background:none;
    border:1.5px solid var(--sum)}.draw i.a.less{background:var(--down)}.draw i.a.sum{background:var(--sum)}
    .fired{display:flex;flex-wrap:wrap;gap:.3rem;margin:.4rem 0}.fired button{border:1px solid var(--line);
    border-radius:4px;padding:0 .45rem;font-size:.85rem;max-width:100%;overflow-wrap:anywhere}
    .empty{padding:2rem .5rem;color:var(--soft)}
    @media(max-width:56rem){header{padding:1rem 1rem .3rem}main{padding:0 1rem 3rem}
    #table{--row:52px;--columns:minmax(0,1fr) auto}.row{gap:0 .8rem;align-content:center}
    .row>.wide,.heads>.wide,.heads>.where{display:none}
    .row>.where{padding:0;grid-column:1/3;order:3;color:var(--soft);font-size:.85rem}
    .inside{padding-left:.5rem}.draw{display:none}}

    """#
}
