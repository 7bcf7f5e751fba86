import { button, buttonFrom, expect, test, type View } from './flows.ts';

/** Reads what a person sees of a run. Equal looks mean the same instant of the same run. */
async function look(view: View): Promise<Record<string, unknown>> {
  await view.idle();
  return {
    clock: await view.text('.timeline_clock'),
    sentence: await view.text('.explain_say'),
    slots: await view.text('.strip-panel'),
    jobs: await view.run(
      () => [...document.querySelectorAll('[role="treeitem"]')].map((item) => item.ariaLabel),
      null,
    ),
  };
}

async function press(view: View, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await view.press(key);
    await view.idle();
  }
}

/** Returns the hash of the address that Share offers, and closes the sheet again. */
async function share(view: View): Promise<string> {
  await view.click(button('Share'));
  const read = (): Promise<string> =>
    view.run(
      () =>
        document.querySelector<HTMLInputElement>('input[aria-label="link"], textarea[aria-label="link"]')
          ?.value ?? '',
      null,
    );
  await expect.poll(read).toMatch(/#s=[\w-]+.*&c=[0-9a-z]{7}$/);
  const address = await read();
  await view.press('Escape');
  return address.slice(address.indexOf('#'));
}

test('a message that is injected gets the next number and becomes a job', async ({ view }) => {
  await view.open('#scene=ten-two-two');
  await view.click(buttonFrom('Send message'));
  await view.idle();
  expect(await view.text('.explain_say')).toMatch(/^4 arrives with \d+ recipients?\.$/);
  expect(await view.count('[role="treeitem"][aria-label^="job 4,"]')).toBe(1);
});

test('stepping back and forward again gives the same picture', async ({ view }) => {
  await view.open('#scene=whole-picture');
  const before = await look(view);
  await press(view, ',', 6);
  const back = await look(view);
  expect(back).not.toEqual(before);
  await press(view, '.', 6);
  expect(await look(view)).toEqual(before);
});

test('a shared link reopens the run with its live commands at the same instant', async ({ view }) => {
  await view.open('#scene=ten-two-two');
  await view.click(buttonFrom('Send message'));
  await view.idle();
  await press(view, 'n', 5);
  const address = await share(view);
  const before = await look(view);
  await view.open(address);
  expect(await look(view)).toEqual(before);
});

test('compares two futures and names the cause', async ({ view }) => {
  await view.open('#scene=whole-picture');
  await view.press('c');
  await view.click(`//*[contains(@class, "compare-offer")]${buttonFrom('Slot cost 2 and 5')}`);
  await expect
    .poll(() => view.text('.compare-cause'))
    .toMatch(/^Same for 3\s.* at 3\.00\ss 4 preempts 1 in A: it needs 14\s/);
  await view.idle();
  expect(await view.count('.compare-side [role="treeitem"]')).toBeGreaterThan(1);
});

test('an experiment runs on workers to its end', async ({ view }) => {
  await view.open('#experiments&scene=ten-two-two&x=delivery_slot_cost:0,2,5&n=2');
  await view.click(button('Run'));
  await expect.poll(() => view.text('main')).toContain('6 of 6 runs');
  expect(await view.count('tbody tr')).toBe(3);
});
