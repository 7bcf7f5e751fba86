/** Loads the lesson page for embedding, in parallel with the frame. */
export const fetchLesson = () => import('../../learn/panels/lesson/LessonPage.tsx');
