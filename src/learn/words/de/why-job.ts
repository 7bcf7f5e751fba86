/** Answers "Why not this job?" in German, reason by reason like `explain/why.ts`. */
import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { chips, say, type Token } from '../../../explain/tokens.ts';
import { explainWhy } from '../../../explain/why.ts';
import type { ListPlace, WhyAnswer, WhyReason } from '../../../protocol/why.ts';

type JobReason = Extract<WhyReason, { rule: `job.${string}` }>;

/** Explains the first reason. A reason that is not about a job stays English, because no German question needs it. */
export function why(answer: WhyAnswer): Token[] {
  const [reason] = answer.reasons;
  return reason !== undefined && isOfJob(reason) ? ofJob(reason) : (explainWhy(answer)[0] ?? []);
}

function isOfJob(reason: WhyReason): reason is JobReason {
  return reason.rule.startsWith('job.');
}

function ofJob(reason: JobReason): Token[] {
  const job = { chip: reason.number };
  switch (reason.rule) {
    case 'job.gone':
      return say`Job ${job} ist nicht auf der Liste: Alles, was er im Speicher hatte, ist gewählt.`;
    case 'job.elsewhere':
      return say`${job} hat keinen Job auf ${{ mono: reason.transport }}.`;
    case 'job.nothing-left':
      return say`${job} hat nichts mehr im Speicher, was gewählt werden könnte.`;
    case 'job.preemption-off':
      return [
        ...place(reason),
        ...say`Preemption ist abgeschaltet: Die Cost ist ${reason.cost} und muss mindestens 2 sein.`,
      ];
    case 'job.current':
      return say`${job} ist der aktuelle Job: Die Auswahl beginnt mit ihm.`;
    case 'job.nothing-earned':
      return say`Der aktuelle Job ${{ chip: reason.current }} hat keinen Delivery Slot zur Hand: Erst ${reason.more === 1 ? 'muss 1 weitere Entry' : `müssen ${reason.more} weitere Entries`} von ihm gewählt werden.`;
    case 'job.current-too-small':
      return [
        ...place(reason),
        ...say`Der aktuelle Job ${{ chip: reason.current }} ist zu klein, um verdrängt zu werden: ${formatCounted(reason.entries, 'Entry', 'Entries')}, weniger als ${reason.minimum} Delivery Slots × ${reason.cost} = ${reason.minimum * reason.cost}.`,
      ];
    case 'job.never-earns':
      return [
        ...place(reason),
        ...say`Der aktuelle Job ${{ chip: reason.current }} kann keinen Delivery Slot mehr verdienen: Noch ${formatCounted(reason.left, 'Entry ist', 'Entries sind')} übrig, und ${reason.cost} verdienen einen.`,
      ];
    default:
      return ofList(reason);
  }
}

type OfList = Exclude<
  JobReason,
  {
    rule:
      | 'job.gone'
      | 'job.elsewhere'
      | 'job.nothing-left'
      | 'job.preemption-off'
      | 'job.current'
      | 'job.nothing-earned'
      | 'job.current-too-small'
      | 'job.never-earns';
  }
>;

function ofList(reason: OfList): Token[] {
  const job = { chip: reason.number };
  switch (reason.rule) {
    case 'job.ahead':
      return reason.blocker
        ? say`${job} steht vor dem aktuellen Job ${{ chip: reason.current }} und ist ein Blocker: Alle seine Destinations sind voll.`
        : say`${job} steht auf der Liste schon vor dem aktuellen Job ${{ chip: reason.current }}.`;
    case 'job.has-children':
      return say`${job} ist selbst verdrängt worden: ${chips(reason.children).map(and)} ${reason.children.length === 1 ? 'steht' : 'stehen'} eine Ebene unter ihm, und ein Job mit Kindern wird nie verschoben.`;
    case 'job.blocker':
      return say`${job} ist ein Blocker: Er könnte nichts abgeben, solange ${reason.destinations.join(', ')} keinen Platz ${reason.destinations.length === 1 ? 'hat' : 'haben'}.`;
    case 'job.does-not-fit':
      return say`${job} braucht ${reason.need} Delivery Slots, und ${{ chip: reason.current }} hat oder verdient noch höchstens ${reason.most}.`;
    case 'job.lower-score':
      return lowerScore(reason);
    case 'job.not-reached':
      return say`Die Suche endete vor ${job}: Mit einem Alter von ${formatCounted(reason.age, 'Sekunde', 'Sekunden')} kann er den Score ${reason.bestScore.toFixed(2)} von ${{ chip: reason.best }} nicht schlagen, wie groß er auch ist.`;
    case 'job.slots-short':
      return say`${job} ist der beste Candidate, aber ${formatNumber(reason.price)} Delivery Slots müssen zur Hand sein, und ${{ chip: reason.current }} hat ${reason.onHand}. Erst ${reason.more === 1 ? 'muss 1 weitere Entry' : `müssen ${reason.more} weitere Entries`} von ${{ chip: reason.current }} gewählt werden.`;
    case 'job.next':
      return say`Nichts hält ${job} auf.`;
    default:
      return reason satisfies never;
  }
}

/** Gives the position on the list, when preemption cannot help and the job must wait for its turn. */
function place({ number, place: at, of, ahead }: ListPlace & { number: number }): Token[] {
  return ahead === 0
    ? say`${{ chip: number }} ist Nummer ${at} von ${of} auf der Liste und kommt als Nächster an die Reihe. `
    : say`${{ chip: number }} ist Nummer ${at} von ${of} auf der Liste: An die Reihe kommt er nach ${formatCounted(ahead, 'Entry', 'Entries')} der Jobs vor ihm. `;
}

function lowerScore({
  number,
  best,
  score,
  bestScore,
  overtakes,
}: Extract<JobReason, { rule: 'job.lower-score' }>): Token[] {
  const [own, other] = [{ chip: number }, { chip: best }];
  const said =
    score === bestScore
      ? say`${own} passt und hat wie ${other} den Score ${score.toFixed(2)}, steht aber weiter hinten auf der Liste.`
      : say`${own} passt, hat aber einen Score von ${score.toFixed(2)} gegen ${bestScore.toFixed(2)} von ${other}.`;
  if (overtakes < 0) return said;
  return [
    ...said,
    ...say` Sein Score wächst schneller, weil er kleiner ist: Er überholt ${other} bei ${overtakes} s, wenn beide so groß bleiben.`,
  ];
}

/** Translates the "and" before the last chip. */
function and(token: Token): Token {
  return 'text' in token ? { text: token.text.replace(' and ', ' und ') } : token;
}
