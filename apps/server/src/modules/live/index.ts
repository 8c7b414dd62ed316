export { broadcastJobs, forgetChatJob, liveJobs, playbackJobs } from './live.jobs.ts';
export { chatRoutes } from './chat/chat.routes.ts';
export { liveRoutes } from './live.routes.ts';
export {
  broadcastPersonalData,
  chatPersonalData,
  livePersonalData,
  playbackPersonalData,
} from './personal-data.view.ts';
export { importRecording } from './picture/import-recording.ts';
export { RecordingRefusal } from './picture/pack-recording.ts';
export { captionLanguage, type CaptionLanguage, secondsOf } from './picture/recording.ts';
