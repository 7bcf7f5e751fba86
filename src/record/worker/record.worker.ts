import './record-host.ts';
