import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './charts/fonts.css';
import './charts/tokens.css';
import './charts/identity.css';
import './charts/cells.css';
import './app/base.css';
import { App } from './app/App.tsx';
import { createSessionClient } from './client/session-client.ts';
import { RuntimeProvider } from './store/hooks.ts';
import { createRuntime } from './store/runtime.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const runtime = createRuntime(createSessionClient());
createRoot(root).render(
  <StrictMode>
    <RuntimeProvider runtime={runtime}>
      <App />
    </RuntimeProvider>
  </StrictMode>,
);
