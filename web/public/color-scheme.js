// Runs before the first paint, so that a dark page never flashes white. A file of its own: the content
// security policy allows no inline script. The key is the one Mantine's colour scheme manager writes.
(() => {
  let scheme = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage that is switched off leaves the system's choice.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
