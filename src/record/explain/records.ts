/** What a log holds besides Postfix's own new lines, each as one part of a sentence; `figure` writes a count. */
export function otherLines(
  { otherPrograms, repeated, junk }: { otherPrograms: number; repeated: number; junk: number },
  figure: (count: number) => string,
): string[] {
  return [
    ...(otherPrograms > 0 ? [`${figure(otherPrograms)} of other programs`] : []),
    ...(repeated > 0 ? [`${figure(repeated)} read before: not counted twice`] : []),
    ...(junk > 0 ? [`${figure(junk)} not of a log`] : []),
  ];
}
