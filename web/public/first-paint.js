// Runs before the first paint, so that a dark page never flashes white and the right frame stands at once. A file of
// its own: the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  let scheme = null;
  let token = null;
  try {
    // The keys that Mantine's colour scheme manager and the page's own client write.
    scheme = localStorage.getItem('mantine-color-scheme-value');
    token = localStorage.getItem('token');
  } catch {
    // Storage that is switched off leaves the system's choice, and nobody is signed in.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
  // The other pages for visitors have cards of other heights.
  const isOther = /^\/(?:register|forgot-password|reset-password)/.test(location.pathname);
  root.setAttribute('data-first', token ? 'frame' : isOther ? 'mark' : 'card');
})();
