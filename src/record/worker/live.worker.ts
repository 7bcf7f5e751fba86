import './live-host.ts';
