/**
 * Asks a worker that tells how far it is. Its word comes by another way than its answer and may come after it: then it is
 * not passed on.
 */
export async function whileAsked<Words extends unknown[], Answer>(
  heard: (...words: Words) => void,
  ask: (heard: (...words: Words) => void) => Promise<Answer>,
): Promise<Answer> {
  let answered = false;
  try {
    return await ask((...words) => {
      if (!answered) heard(...words);
    });
  } finally {
    answered = true;
  }
}
