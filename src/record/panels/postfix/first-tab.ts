/** The tab that `#postfix` opens with: the program asks for it beside the page, which would ask only when it has come. */
export const fetchFiles = () => import('./FilesTab.tsx');
