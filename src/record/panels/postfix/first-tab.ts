/** Loads the first tab of `#postfix`. A module of its own, so that the application fetches page and tab concurrently. */
export const fetchFiles = () => import('./FilesTab.tsx');
