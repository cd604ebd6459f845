/** The only style of report.html; follows the light or dark setting of the reader. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d1d9e0; --ground: #ffffff; --band: #f6f8fa;
  --blue: #0969da; --orange: #bc4c00; --pass: #1a7f37; --fail: #cf222e; --open: #7d4e00; --invalid: #8250df; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --ground: #0d1117;
  --band: #151b23; --blue: #58a6ff; --orange: #f0883e; --pass: #3fb950; --fail: #ff7b72; --open: #d29922; --invalid: #bc8cff; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 24px 16px; }
h1 { font-size: 22px; line-height: 1.35; margin: 0 0 12px; padding: 12px 16px; background: var(--band);
  border-left: 6px solid var(--line); overflow-wrap: anywhere; }
h1.pass { border-color: var(--pass); } h1.fail, h1.error { border-color: var(--fail); }
h1.inconclusive { border-color: var(--open); } h1.invalid { border-color: var(--invalid); }
h2 { font-size: 17px; margin: 28px 0 8px; } h3 { font-size: 15px; margin: 16px 0 8px; }
.simulated { font-weight: 600; color: var(--open); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: 4px 10px; text-align: left; vertical-align: top; overflow-wrap: anywhere; min-width: 3em; }
th { background: var(--band); white-space: nowrap; }
.number, .badge { white-space: nowrap; } .badge { font-weight: 600; }
.badge.pass { color: var(--pass); } .badge.fail, .badge.error { color: var(--fail); }
.badge.inconclusive { color: var(--open); } .badge.invalid { color: var(--invalid); }
pre { background: var(--band); padding: 10px 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
ul { padding-left: 20px; } li { overflow-wrap: anywhere; }
figure { margin: 20px 0; } svg { width: 100%; max-width: 900px; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--soft); } svg .title { fill: var(--ink); font-weight: 600; font-size: 13px; }
.grid { stroke: var(--line); stroke-width: 1; }
.series polyline { fill: none; stroke: var(--blue); stroke-width: 2; } .series circle { fill: var(--blue); }
.series.p99 polyline { stroke: var(--orange); } .series.p99 circle { fill: var(--orange); }
.series.baseline polyline { stroke-dasharray: 5 4; opacity: .65; } .series.baseline circle { opacity: .65; }
.series.offered polyline { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 3; } .series.offered circle { fill: none; }
svg .label.p50 { fill: var(--blue); } svg .label.p99 { fill: var(--orange); } svg .label.offered { fill: var(--soft); }
footer { margin-top: 32px; color: var(--soft); font-size: 13px; }
@media print { .wide { overflow: visible; } }
`;
