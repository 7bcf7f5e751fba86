/** All rules by number, record/importers/README.md §5. Rules from 101 on come from the manual pages. */
import type { LintRule } from './context.ts';
import * as daemon from './rules-daemon.ts';
import * as destination from './rules-destination.ts';
import * as feedback from './rules-feedback.ts';
import * as filter from './rules-filter.ts';
import * as more from './rules-more.ts';
import * as names from './rules-names.ts';
import * as preemption from './rules-preemption.ts';
import * as rate from './rules-rate.ts';
import * as record from './rules-record.ts';
import * as retries from './rules-retries.ts';
import * as written from './rules-written.ts';

export const RULES: ReadonlyMap<number, LintRule> = new Map<number, LintRule>([
  [1, rate.limitUnderRateDelay],
  [2, rate.cohortsUnderRateDelay],
  [3, rate.delayPerRecipient],
  [4, rate.achievedRate],
  [5, rate.transportDelay],
  [6, destination.recipientIsDestination],
  [7, destination.limitOne],
  [8, destination.initialAboveLimit],
  [9, destination.limitZero],
  [10, destination.limitAboveProcesses],
  [11, destination.oneRelayhost],
  [12, names.optionOfAgent],
  [13, names.missingTransport],
  [14, names.missingService],
  [15, names.relayInherits],
  [16, filter.filterCapacity],
  [17, filter.copyForEachRecipient],
  [18, feedback.malformedFeedback],
  [19, feedback.strongFeedback],
  [20, feedback.thirdFailureKills],
  [21, feedback.neverDead],
  [22, preemption.preemptionOff],
  [23, preemption.neverPreempted],
  [24, preemption.extraIsMemory],
  [25, preemption.memoryNotBatch],
  [26, retries.recipientsBelowActive],
  [27, retries.scanBehindBackoff],
  [28, retries.minimalAboveMaximal],
  [29, retries.lifetimes],
  [30, retries.earlyWarning],
  [31, daemon.otherQueueManager],
  [32, daemon.oneQueueManager],
  [33, record.clogsOfActiveQueue],
  [34, daemon.localOneByOne],
  [35, daemon.leftOn],
  [36, record.reloadForgets],
  [37, daemon.feedbackDebug],
  [38, record.silentServers],
  [39, daemon.sharedSyslogName],
  [40, record.processLimit],
  [41, rate.defaultForOwnMail],
  [42, daemon.withoutRetry],
  [101, more.unreadableValue],
  [102, written.commentInValue],
  [103, written.writtenTwice],
  [104, more.fixedProcessLimits],
  [105, more.unknownNames],
  [106, more.warningTooLate],
  [107, more.relayhostOverruled],
  [108, written.lineWithoutValue],
  [109, written.byteOrderMark],
  [110, written.swallowedLine],
]);
