import { By, type Locator, until, type WebDriver } from 'selenium-webdriver';
import type { View } from './view.ts';

const WAIT_MS = 60_000;
const SCRIPT_MS = 120_000;

/** Keys that produce no character, in the notation of the protocol. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  PageDown: '\uE00F',
  Tab: '\uE004',
};

/** The page reports errors itself, because the protocol has no console. */
const LISTEN = `
  window.wrong = [];
  addEventListener('error', (event) => window.wrong.push(String(event.message)));
  addEventListener('unhandledrejection', (event) => window.wrong.push(String(event.reason)));
  window.console.error = (...words) => window.wrong.push(words.join(' '));
`;

export function webdriverView(driver: WebDriver, address: string): View & { forget(): Promise<void> } {
  const find = (selector: string): Locator =>
    selector.startsWith('//') ? By.xpath(selector) : By.css(selector);
  const idle = async (): Promise<void> => {
    const said = (): Promise<boolean> =>
      driver.executeScript('return document.documentElement.dataset.idle === "true"');
    await driver.wait(said, WAIT_MS, 'the page was not idle', 50);
  };
  const errors: string[] = [];
  const collect = async (): Promise<readonly string[]> => {
    errors.push(...(await driver.executeScript<string[]>('return (window.wrong ?? []).splice(0)')));
    return errors;
  };
  return {
    /** Removes what an earlier test stored, since one browser serves all tests. */
    async forget() {
      await driver.get(`${address}/evidence.json`);
      await driver.executeScript('localStorage.clear(); sessionStorage.clear()');
    },
    async open(hash) {
      await collect();
      await driver.get('about:blank');
      await driver.get(`${address}/${hash}`);
      await driver.executeScript(LISTEN);
      await idle();
    },
    idle,
    text: (selector) =>
      driver.executeScript(
        'return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText).join("\\n")',
        selector,
      ),
    count: (selector) =>
      driver.executeScript('return document.querySelectorAll(arguments[0]).length', selector),
    async click(selector) {
      const element = await driver.wait(until.elementLocated(find(selector)), WAIT_MS);
      await driver.wait(until.elementIsVisible(element), WAIT_MS);
      await element.click();
    },
    async press(...keys) {
      const actions = driver.actions();
      for (const key of keys) actions.sendKeys(KEYS[key] ?? key);
      await actions.perform();
    },
    async run(work, asked) {
      await driver.manage().setTimeouts({ script: SCRIPT_MS });
      const [answer, failure] = await driver.executeAsyncScript<[never, string?]>(
        `const done = arguments[1];
         Promise.resolve().then(() => (${work.toString()})(arguments[0]))
           .then((answer) => done([answer]), (error) => done([null, String(error)]));`,
        asked,
      );
      if (failure !== undefined) throw new Error(failure);
      return answer;
    },
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    resize: async (width, height) => {
      // The window is larger than the page by its frame.
      const [inner, outer] = await driver.executeScript<[number[], number[]]>(
        'return [[innerWidth, innerHeight], [outerWidth, outerHeight]]',
      );
      const beside = (outer[0] ?? 0) - (inner[0] ?? 0);
      const above = (outer[1] ?? 0) - (inner[1] ?? 0);
      await driver
        .manage()
        .window()
        .setRect({ width: width + beside, height: height + above });
    },
    errors: collect,
    close: () => Promise.resolve(),
  };
}
