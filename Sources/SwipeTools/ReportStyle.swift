extension ReportPage {
  /// Light, dark, a phone's width, and paper.
  static let style = """
    :root {
      --paper: #ffffff; --ink: #1a1a1a; --faint: #595959; --grid: #dcdcdc; --armed: #b7d7ea; --rule: #c8c8c8;
      --series-0: #0072b2; --series-1: #d55e00; --series-2: #009e73; --series-3: #cc79a7; --series-4: #e69f00;
      --series-5: #56b4e9;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --paper: #16181b; --ink: #e8e6e3; --faint: #a8a8a8; --grid: #33373c; --armed: #24506b; --rule: #44484d;
        --series-0: #56b4e9; --series-1: #ff8c42; --series-2: #2fc79a; --series-3: #e3a3c6; --series-4: #f0b93a;
        --series-5: #8fd0f5;
      }
    }
    * { box-sizing: border-box; }
    html { background: var(--paper); color: var(--ink); }
    body {
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      max-width: 54rem; margin: 0 auto; padding: 1.25rem 1rem 3rem;
    }
    h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
    h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.2rem 0 .6rem; }
    a { color: var(--series-0); }
    .lead, footer { color: var(--faint); margin: .2rem 0 .8rem; }
    footer { border-top: 1px solid var(--rule); margin-top: 2.5rem; padding-top: .8rem; font-size: .85rem; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
    th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
    th { font-weight: 600; }
    th[scope=row], thead tr:first-child th:first-child { text-align: left; }
    tbody th[scope=row] { white-space: normal; min-width: 9rem; font-weight: 400; overflow-wrap: anywhere; }
    thead th { white-space: normal; vertical-align: bottom; }
    th[colspan] { text-align: center; }
    .phone { display: none; }
    figure { margin: .5rem 0 1rem; }
    figcaption { color: var(--faint); font-size: .9rem; }
    .picture { display: block; width: 100%; height: auto; font-family: inherit; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; font-size: .92rem; }
    dt { color: var(--faint); }
    dd { margin: 0; overflow-wrap: anywhere; }
    @media (max-width: 34rem) {
      body { font-size: 15px; padding: 1rem .8rem 2rem; }
      .wide { margin: 0 -.8rem; padding: 0 .8rem; }
      .phone { display: block; }
      .sheet { display: none; }
      table { font-size: .8rem; }
      th, td { padding: .25rem .3rem; }
      tbody th[scope=row] { min-width: 6rem; }
      dl { grid-template-columns: 1fr; }
      dd { margin-bottom: .4rem; }
    }
    @media print {
      @page { margin: 13mm 15mm; }
      body { max-width: none; padding: 0; font-size: 10.5pt; }
      section, figure, tr { break-inside: avoid; }
      h2 { break-after: avoid; }
      a { color: inherit; text-decoration: none; }
      .wide { overflow: visible; }
      /* Two to a sheet. */
      section .picture { width: 70%; }
      section { margin-bottom: 4mm; }
      section h2 { margin-top: 0; }
      section dl { font-size: .85rem; gap: .1rem 1rem; }
    }
    """
}
