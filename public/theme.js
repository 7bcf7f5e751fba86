// Runs before the first paint and where nothing else does, so it is a plain file and not part of the bundle.
(function () {
  // The stylesheet knows only light and dark. Same storage key as src/store/view.ts; src/app/theme.ts takes over once the
  // page is up.
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

  function say() {
    var main = document.querySelector('.boot main');
    if (!main) return;
    var said = document.createElement('p');
    said.className = 'boot-lead';
    said.setAttribute('role', 'alert');
    said.textContent =
      location.protocol === 'file:'
        ? 'This page cannot start from a file, because browsers load its parts only from a server. Run npm start in its source ' +
          'folder, or python3 -m http.server 8000 in this folder, and open http://localhost:8000.'
        : 'The program did not load. Reload the page. If this message stays, files are missing on this host, or this browser ' +
          'is older than 2024.';
    main.append(said);
  }
  // By then src/start.ts has run, or never will. A frame without an origin is told by the page itself (src/cli/build/security.ts).
  addEventListener('load', function () {
    if ('started' in document.documentElement.dataset) return;
    if (location.protocol === 'file:' || self.origin !== 'null') say();
  });
  // What it fetches did not come.
  addEventListener('vite:preloadError', say);
})();
