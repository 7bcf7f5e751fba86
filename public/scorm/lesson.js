// A package for a learning platform has its lesson here. Without one the address of the page names it.
globalThis.qmgrscopeLesson = null;
