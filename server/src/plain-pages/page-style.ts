/** The style of the page: the product's colours, in both schemes, without a font or an image. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--pad:clamp(.6rem,6vw,1.5rem);--body:#f7f8fa;--card:#fff;--sunken:#f0f2f5;--line:#e4e7ec;--control:#868fa0;--text:#171b24;--dim:#5a6475;--accent:#2757d6;--red:#d9372b}
@media (prefers-color-scheme:dark){:root{--body:#0f1216;--card:#161a20;--sunken:#12151a;--line:#272c36;--control:#79839a;--text:#e6e9ef;--dim:#9aa3b2;--accent:#3562db;--red:#ef6156}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;gap:1.5rem;padding:2.5rem clamp(.25rem,4vw,1rem) 1.5rem;background:var(--body);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;overflow:hidden;padding:0 var(--pad) 1.5rem}
main::before{content:"";display:block;height:.375rem;margin:0 calc(-1*var(--pad)) 2rem;background:repeating-linear-gradient(-60deg,var(--accent) 0 15px,transparent 15px 24px,var(--red) 24px 39px,transparent 39px 48px)}
h1{font-size:clamp(1.1rem,6vw,1.4rem);line-height:1.3;margin:0 0 1.25rem;text-wrap:balance}
dl{margin:0 0 1.5rem;padding:.9rem min(1rem,var(--pad));background:var(--sunken);border-radius:.5rem}
dt{font-size:.875rem;color:var(--dim)}
dd{margin:0}
dd+dt{margin-top:.75rem}
button,a{display:block;width:100%;min-height:3rem;margin:0 0 1rem;padding:.6rem min(1rem,var(--pad));font:inherit;text-align:center;color:inherit;background:none;border:1px solid var(--control);border-radius:.5rem;cursor:pointer;text-decoration:none}
.first{font-weight:600;color:#fff;background:var(--accent);border-color:var(--accent)}
button:hover,a:hover{text-decoration:underline}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
p{margin:0 0 1.25rem}
small{display:block;font-size:.875rem;color:var(--dim)}
footer{display:flex;align-items:center;gap:.5rem;margin-top:auto;font-size:.875rem;color:var(--dim)}
svg{flex:none;width:1.25rem;height:1.25rem}
@media (forced-colors:active){main::before{display:none}main{padding-top:1.5rem}}`;

/** The product's mark. */
export const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2757d6"/><path fill="#fff" d="M5 23.5 15 12.6V11a5 5 0 0 1 9.7-1.7L28 11l-3 1.4v2.1a9 9 0 0 1-9 9Z"/><path fill="none" stroke="#2757d6" stroke-width="1.7" stroke-linejoin="round" d="M8.4 23.2 16 17.6l3.2 4.9"/><circle cx="20.6" cy="10.4" r="1.15" fill="#2757d6"/></svg>';
