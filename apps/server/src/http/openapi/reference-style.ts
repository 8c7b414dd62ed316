/** The looks of the reference page: both themes by the system's choice, one column on a phone. */
export const referenceStyle = `
:root { color-scheme: light dark; --page: #fbfafd; --card: #fff; --line: #dcd6e6; --text: #1d1728; --soft: #5d5470; --get: #0b6b4f; --post: #7a1fa2; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14101c; --card: #1e1829; --line: #3a3149; --text: #f1edf8; --soft: #b5aac9; --get: #6fdcb8; --post: #dfa6f7; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, "Noto Sans TC", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 1rem 0 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0; }
h3 { font-size: 0.95rem; margin: 1rem 0 0.25rem; }
a { color: var(--post); }
code { font: 0.875rem/1.4 ui-monospace, monospace; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; margin: 0.5rem 0; }
summary { cursor: pointer; padding: 0.75rem 1rem; min-height: 3rem; border-radius: 0.75rem; }
summary:focus-visible { outline: 3px solid var(--post); outline-offset: 2px; }
details > div { padding: 0 1rem 1rem; border-top: 1px solid var(--line); scroll-margin-top: 5rem; }
.method { display: inline-block; min-width: 3rem; font: 700 0.8rem/1.4 ui-monospace, monospace; }
.get { color: var(--get); }
.post { color: var(--post); }
.summary { display: block; color: var(--soft); font-size: 0.95rem; }
.type { color: var(--soft); font-size: 0.875rem; }
dl { margin: 0; }
dt { margin-top: 0.35rem; }
dd { margin: 0; padding-left: 1rem; border-left: 2px solid var(--line); }
.errors dd { color: var(--soft); font-size: 0.95rem; }
`;
