// Runs before the first paint, so it is a plain file and not part of the bundle: the stylesheet knows only light and
// dark. Same storage key as src/store/view.ts; src/app/theme.ts takes over once the page is up.
(function () {
  var query = new URLSearchParams(location.search);
  var theme = query.get('theme');
  try {
    // An embedded view touches no storage: its theme is in its address.
    if (!query.has('embed')) theme = JSON.parse(localStorage.getItem('qmgrscope.preferences') || '{}').theme;
  } catch (e) {
    // Storage can be forbidden or hold something else: the system's theme then applies.
  }
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  if (query.has('embed')) document.documentElement.dataset.embed = '';
})();
