import { at, mail, mailScene, stream } from './scene.ts';

export const sponsors = mailScene(
  {
    id: 'sponsors',
    title: 'One, five, two: jobs that sponsor each other',
    about:
      'The jobs of one message have 1, 5 and 2 recipients in core, and 4, 5 and 0 recipient slots. The queue manager may read as many more recipients as there are free slots in total, plus the minimum of 3. At 6 s the first agent becomes available and four more recipients are read, all for b.example: the job on smtp has sponsored the one on relay.',
    differs:
      'The document gives 1 + 5 + 2 as 7, so it reads 2 + the minimum. The program counts 8 in core and reads 1 + the minimum, which is 4.',
    opensAt: 3_000_000,
    opensWith: 'mail',
  },
  {
    params: {
      qmgr_message_active_limit: 8,
      qmgr_message_recipient_limit: 8,
      qmgr_message_recipient_minimum: 3,
      smtp_recipient_limit: 4,
      relay_recipient_limit: 5,
      bulk_recipient_limit: 0,
      default_extra_recipient_limit: 0,
    },
    agents: { smtp: 0, relay: 0, bulk: 0 },
    servers: { '*': { latency: 2000 } },
    script: [
      {
        at: 0,
        command: {
          kind: 'message.inject',
          to: [
            { destination: 'a.example', count: 1, transport: 'smtp' },
            { destination: 'b.example', count: 5, transport: 'relay' },
            { destination: 'c.example', count: 2, transport: 'bulk' },
            { destination: 'b.example', count: 10, transport: 'relay' },
            { destination: 'a.example', count: 4, transport: 'smtp' },
            { destination: 'c.example', count: 4, transport: 'bulk' },
          ],
        },
      },
      at(6, { kind: 'agents.set', transport: 'smtp', limit: 1 }),
      at(9, { kind: 'agents.set', transport: 'relay', limit: 1 }),
      at(9, { kind: 'agents.set', transport: 'bulk', limit: 1 }),
    ],
  },
);

export const extraSlots = mailScene(
  {
    id: 'extra-slots',
    title: 'Extra slots for a job that preempts',
    about:
      'Message 1 holds all the recipient slots of the transport. Message 2 has 4 of its 14 recipients in core when it preempts. Without more recipient slots it would be read four at a time; but a job that preempts with something left to read gets half of the 16 extra slots.',
    differs:
      'The document says half of what is left of the normal and the extra pool. The program rounds up, and the normal pool is empty or overdrawn at that moment.',
    opensAt: 5_500_000,
    opensWith: 'mail',
  },
  {
    params: {
      qmgr_message_active_limit: 20,
      qmgr_message_recipient_limit: 20,
      qmgr_message_recipient_minimum: 4,
      default_recipient_limit: 30,
      default_extra_recipient_limit: 16,
      default_recipient_refill_limit: 4,
      default_delivery_slot_cost: 2,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 1 },
    servers: { '*': { latency: 300 } },
    script: [
      at(0, mail({ 'd1.example': 80 })),
      at(0, mail({ 'd2.example': 14 })),
      at(0, mail({ 'd3.example': 6 })),
    ],
  },
);

export const activeFull = mailScene(
  {
    id: 'active-full',
    title: 'The active queue is full',
    about:
      'Twenty messages may be in the active queue, and all of them are for stuck.example: five are in flight, fifteen wait. Mail for quick.example could be delivered immediately, but stays in the incoming queue: the scheduler only considers mail in memory.',
    differs:
      'Incoming and deferred mail are fed alternately when there is room. Postfix logs a warning when one destination holds a fifth of the active queue.',
    opensAt: 30_000_000,
    opensWith: 'mail',
  },
  {
    params: {
      qmgr_message_active_limit: 20,
      qmgr_message_recipient_limit: 20,
      default_destination_concurrency_limit: 5,
    },
    agents: { smtp: 10 },
    servers: { '*': { latency: [300, 500] }, 'stuck.example': { latency: 20_000 } },
    script: [...stream(0, 0.5, 60, { 'stuck.example': 1 }), ...stream(5, 2, 15, { 'quick.example': 1 })],
  },
);
