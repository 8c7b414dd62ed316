export { liveJobs } from './live.jobs.ts';
export { chatRoutes } from './chat/chat.routes.ts';
export { forgetChatJob } from './chat/forget-chat.ts';
export { chatPersonalData } from './chat/personal-data.ts';
export { liveRoutes } from './live.routes.ts';
export { livePersonalData } from './personal-data.ts';
