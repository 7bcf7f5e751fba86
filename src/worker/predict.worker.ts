import './hosts/predict-host.ts';
