import { handover } from '../handover.ts';

/** Errors that the fan is to be told about by a toast, which is drawn by code that comes after the first screen. */
export const { give: reportFailure, takeBy: tellFailuresBy } = handover<Error>(3);
