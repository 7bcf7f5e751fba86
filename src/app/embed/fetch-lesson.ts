/** The code of a lesson, embedded too: the program asks for it beside the frame around it. */
export const fetchLesson = () => import('../../learn/panels/lesson/LessonPage.tsx');
