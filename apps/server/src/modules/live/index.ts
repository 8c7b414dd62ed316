import type { Module } from '#/services.ts';
import { chatRoutes } from './chat/chat.routes.ts';
import { broadcastJobs, forgetChatJob, liveJobs, playbackJobs } from './live.jobs.ts';
import { liveRoutes } from './live.routes.ts';
import {
  broadcastPersonalData,
  chatPersonalData,
  livePersonalData,
  playbackPersonalData,
} from './personal-data.view.ts';

export { importRecording } from './picture/import-recording.ts';
export { RecordingRefusal } from './picture/pack-recording.ts';
export { captionLanguage, type CaptionLanguage, secondsOf } from './picture/recording.ts';

export const live = {
  routes(server, services) {
    liveRoutes(server, services);
    chatRoutes(server, services);
  },
  jobs: (services) => [
    forgetChatJob(services),
    ...liveJobs(services),
    ...broadcastJobs(services),
    ...playbackJobs(services),
  ],
  personalData: () => [livePersonalData, broadcastPersonalData, chatPersonalData, playbackPersonalData],
} satisfies Module;
