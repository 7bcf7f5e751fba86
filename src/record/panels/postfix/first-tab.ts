/** Loads the tab that `#postfix` opens with. Apart from the page, so that the application fetches both at the same time. */
export const fetchFiles = () => import('./FilesTab.tsx');
