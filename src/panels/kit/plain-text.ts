import { createContext } from 'react';

/** True in the quiet cockpit: terms and chips beside the sentence are text there, not controls. */
export const PlainText = createContext(false);
