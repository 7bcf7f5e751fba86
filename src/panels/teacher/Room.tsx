import './teacher.css';

/** What to see to before the class comes in. */
export function Room() {
  return (
    <dl className="teach-topics">
      <div>
        <dt>Projector</dt>
        <dd>
          <p>
            1280 × 720 or 1920 × 1080. Open a stop, press <kbd>F</kbd>: text is large and nothing is grey. The
            speaker notes are a window of their own, for your screen.
          </p>
        </dd>
      </div>
      <div>
        <dt>Phones</dt>
        <dd>
          <p>
            Each opens one link, by the QR code on the wall. Nothing is installed, no student has an account.
            They must reach the host that you opened the page from; a file on your laptop is not enough.
          </p>
        </dd>
      </div>
      <div>
        <dt>Answers</dt>
        <dd>
          <p>
            There is no server. A phone turns an answer into a code of seven letters and a QR code; you type,
            paste or scan it in{' '}
            <a className="link" href="#class">
              class mode
            </a>
            . The camera needs a page that came over https, typing does not.
          </p>
        </dd>
      </div>
      <div>
        <dt>Clicker</dt>
        <dd>
          <p>
            <kbd>Page Down</kbd>, <kbd>→</kbd> or <kbd>Space</kbd> go on, <kbd>Page Up</kbd> or <kbd>←</kbd>{' '}
            back, <kbd>.</kbd> or <kbd>B</kbd> hide the picture. On goes first to the marks on a picture, then
            to the answer, then to the next stop. <kbd>A</kbd> to <kbd>D</kbd> choose an answer,{' '}
            <kbd>Esc</kbd> leaves.
          </p>
        </dd>
      </div>
      <div>
        <dt>Network</dt>
        <dd>
          <p>
            For the first visit of each machine only: a page that came over https keeps itself and then works
            without a network, lessons, scenes and class mode included. Open it once the day before.
          </p>
        </dd>
      </div>
      <div>
        <dt>Homework</dt>
        <dd>
          <p>
            At its end a lesson gives a result code. Paste the codes of the whole class under{' '}
            <a className="link" href="#class">
              class mode
            </a>{' '}
            to check them at once.
          </p>
        </dd>
      </div>
    </dl>
  );
}
