import { laneStarts } from '../../threads/group-picture.ts';
import {
  answerThreads,
  machineFollow,
  machineIsDue,
  machineTurn,
  threadReply,
  threadResume,
  withMachine,
} from './answers.ts';
import type { ThreadPart } from '../state.ts';
import { faultEnd, threadCommandApply, threadCommandCheck } from './commands.ts';
import { legsLocal, legsRefuse, legsServe, legsSilent } from './legs.ts';
import { agentsLimit, agentThread, backgroundSet, threadPoolAdd } from './pools.ts';
import { threadsRow } from './project.ts';
import { createThreadWorld } from './setup.ts';
import { connectionsSettle, tokensClear, tokensPost, tokensReady } from './tokens.ts';

/**
 * All that a world of mail does where agents are threads. It reaches the world with the scenario that needs it, by
 * `createSimulationWith`, because the page fetches it only then; no file outside of this folder imports these by name.
 */
export const threadPart: ThreadPart = {
  agentsLimit,
  agentThread,
  answerThreads,
  backgroundSet,
  connectionsSettle,
  createThreadWorld,
  faultEnd,
  laneStarts,
  legsLocal,
  legsRefuse,
  legsServe,
  legsSilent,
  machineFollow,
  machineIsDue,
  machineTurn,
  threadCommandApply,
  threadCommandCheck,
  threadPoolAdd,
  threadReply,
  threadResume,
  threadsRow,
  tokensClear,
  tokensPost,
  tokensReady,
  withMachine,
};
