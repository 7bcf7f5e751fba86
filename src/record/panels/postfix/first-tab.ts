/** Loads the first tab of `#postfix`. A separate module, so that the application fetches page and tab concurrently. */
export const fetchFiles = () => import('./FilesTab.tsx');
