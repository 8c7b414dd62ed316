export { demoFormRoutes } from './demo/demo-form.routes.ts';
export { formFanRecords } from './fan-records.ts';
export { createFormWitness } from './form-witness.ts';
export { formParticipations } from './form-participations.ts';
export { formRoutes } from './forms.routes.ts';
