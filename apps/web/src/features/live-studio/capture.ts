import { externalStore, type ExternalStore } from '#/lib/external-store.ts';

/** The reason why there is no picture. `insecure`: browsers film only on pages by https. */
export type CaptureProblem = 'denied' | 'noCamera' | 'busy' | 'insecure' | 'screenEnded' | 'cameraEnded';

export type Device = { readonly id: string; readonly label: string };

export type CaptureState = {
  readonly at: 'off' | 'asking' | 'on';
  readonly problem: CaptureProblem | null;
  readonly video: MediaStreamTrack | null;
  readonly source: 'camera' | 'screen';
  /** Whether the camera looks at the presenter, who expects a mirror. */
  readonly isMirrored: boolean;
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
  readonly cameraId: string;
  readonly microphoneId: string;
  readonly hasMicrophone: boolean;
  readonly isMuted: boolean;
  readonly isHidden: boolean;
  /** The device gives no picture for now, as a phone that shows another app. */
  readonly isPaused: boolean;
};

export type Capture = {
  readonly store: ExternalStore<CaptureState>;
  /** Asks for camera and microphone. */
  readonly open: () => Promise<void>;
  readonly showCamera: (deviceId: string) => Promise<void>;
  readonly shareScreen: () => Promise<void>;
  readonly listenTo: (deviceId: string) => Promise<void>;
  readonly mute: (isMuted: boolean) => void;
  readonly hide: (isHidden: boolean) => void;
  /** Returns the level of the sound, from 0 to 1. */
  readonly level: () => number;
  /** Returns what is broadcast: microphone and, with the screen, its sound. */
  readonly audio: () => MediaStreamTrack | undefined;
  /** Tells whether viewers see a cover: the presenter hides the picture, or the device gives none. */
  readonly isCovered: () => boolean;
  readonly close: () => void;
};

const initial: CaptureState = {
  at: 'off',
  problem: null,
  video: null,
  source: 'camera',
  isMirrored: false,
  cameras: [],
  microphones: [],
  cameraId: '',
  microphoneId: '',
  hasMicrophone: false,
  isMuted: false,
  isHidden: false,
  isPaused: false,
};

const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
/** Music is part of a show, so nothing takes it for an echo. */
const voice = { echoCancellation: false, noiseSuppression: true, autoGainControl: true };

/** Captures a presenter's camera, screen and microphone, and decides what of them goes out. */
export function createCapture(): Capture {
  const store = externalStore<CaptureState>(initial);
  const write = (change: Partial<CaptureState>) => store.write({ ...store.read(), ...change });
  const listDevices = () => void readDevices().then(write);
  let mixer: Mixer | undefined;
  const gate = createGate();

  const listen = (audio: MediaStreamTrack | undefined) => {
    mixer?.connect('microphone', audio);
    write({ hasMicrophone: audio !== undefined, microphoneId: audio?.getSettings().deviceId ?? '' });
  };
  const attempt = async (act: () => Promise<void>, otherwise: Partial<CaptureState> = {}) => {
    try {
      await act();
    } catch (error) {
      if (gate.isOpen()) write({ problem: problemOf(error), ...otherwise });
    }
  };
  const open = async () => {
    gate.open();
    write({ at: 'asking', problem: null });
    const stream = gate.admit(await cameraWithMicrophone());
    mixer = createMixer();
    listen(stream.getAudioTracks()[0]);
    showPicture(store, pictureOf(stream), 'camera');
    write({ at: 'on' });
    listDevices();
    navigator.mediaDevices.addEventListener('devicechange', listDevices);
  };
  const showCamera = async (deviceId: string) => {
    // Many phones open a second camera only after the first is closed.
    store.read().video?.stop();
    mixer?.connect('screen', undefined);
    const video = deviceId === '' ? picture : { ...picture, deviceId: { exact: deviceId } };
    showPicture(store, pictureOf(gate.admit(await navigator.mediaDevices.getUserMedia({ video }))), 'camera');
  };
  const shareScreen = async () => {
    const stream = await screenUnlessDeclined();
    if (!stream) return;
    gate.admit(stream);
    mixer?.connect('screen', stream.getAudioTracks()[0]);
    showPicture(store, pictureOf(stream), 'screen');
  };
  return {
    store,
    open: () => attempt(open, { at: 'off' }),
    showCamera: (deviceId) => attempt(() => showCamera(deviceId)),
    shareScreen: () => attempt(shareScreen),
    listenTo: (deviceId) =>
      attempt(async () => {
        const audio = { ...voice, deviceId: { exact: deviceId } };
        listen(gate.admit(await navigator.mediaDevices.getUserMedia({ audio })).getAudioTracks()[0]);
      }),
    mute(isMuted) {
      mixer?.mute(isMuted);
      write({ isMuted });
    },
    hide: (isHidden) => write({ isHidden }),
    level: () => mixer?.level() ?? 0,
    audio: () => mixer?.track,
    isCovered: () => needsCover(store.read()),
    close() {
      gate.close();
      navigator.mediaDevices?.removeEventListener('devicechange', listDevices);
      store.read().video?.stop();
      mixer?.close();
      store.write(initial);
    },
  };
}

function needsCover({ video, isHidden }: CaptureState): boolean {
  return isHidden || video === null || video.muted || video.readyState === 'ended';
}

/** Creates a gate, because browsers answer a question also after the fan has left the studio; then nothing may film. */
function createGate() {
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    open: () => (isOpen = true),
    close: () => (isOpen = false),
    admit(stream: MediaStream): MediaStream {
      if (isOpen) return stream;
      for (const track of stream.getTracks()) track.stop();
      throw new DOMException('The studio was left.', 'AbortError');
    },
  };
}

/** Puts a picture in place of the one before, and follows what becomes of it. */
function showPicture(store: Capture['store'], video: MediaStreamTrack, source: CaptureState['source']): void {
  const write = (change: Partial<CaptureState>) => store.write({ ...store.read(), ...change });
  const whileShown = (change: () => Partial<CaptureState>) => () => {
    if (store.read().video === video) write(change());
  };
  store.read().video?.stop();
  const problem = source === 'screen' ? 'screenEnded' : 'cameraEnded';
  video.addEventListener(
    'ended',
    whileShown(() => ({ problem })),
  );
  for (const event of ['mute', 'unmute'])
    video.addEventListener(
      event,
      whileShown(() => ({ isPaused: video.muted })),
    );
  const { facingMode, deviceId = '' } = video.getSettings();
  const isMirrored = source === 'camera' && facingMode !== 'environment';
  const isPaused = video.muted;
  write({ video, source, isPaused, isMirrored, problem: null, ...(source === 'camera' && { cameraId: deviceId }) });
}

function pictureOf(stream: MediaStream): MediaStreamTrack {
  const [video] = stream.getVideoTracks();
  if (!video) throw new DOMException('There is sound without a picture.', 'NotFoundError');
  return video;
}

async function readDevices(): Promise<Pick<CaptureState, 'cameras' | 'microphones'>> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const ofKind = (kind: MediaDeviceKind) =>
    devices.filter((device) => device.kind === kind).map(({ deviceId, label }) => ({ id: deviceId, label }));
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') };
}

/** Returns the screen with its sound; undefined when the presenter closes the browser's question. */
async function screenUnlessDeclined(): Promise<MediaStream | undefined> {
  try {
    return await navigator.mediaDevices.getDisplayMedia({ video: picture, audio: true });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined;
    throw error;
  }
}

async function cameraWithMicrophone(): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new DOMException('This page may not film.', 'SecurityError');
  try {
    return await navigator.mediaDevices.getUserMedia({ video: picture, audio: voice });
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error;
    return navigator.mediaDevices.getUserMedia({ video: picture });
  }
}

const problems: Readonly<Record<string, CaptureProblem>> = {
  NotAllowedError: 'denied',
  NotFoundError: 'noCamera',
  OverconstrainedError: 'noCamera',
  SecurityError: 'insecure',
};

function problemOf(error: unknown): CaptureProblem {
  console.warn('There is no picture.', error);
  return (error instanceof DOMException && problems[error.name]) || 'busy';
}

type Sound = 'microphone' | 'screen';

type Mixer = {
  /** Stays the same while what is connected changes. */
  readonly track: MediaStreamTrack | undefined;
  readonly connect: (sound: Sound, track: MediaStreamTrack | undefined) => void;
  readonly mute: (isMuted: boolean) => void;
  readonly level: () => number;
  readonly close: () => void;
};

/** Mixes what is heard into one track. Muting ends the microphone alone. */
function createMixer(): Mixer {
  const context = new AudioContext();
  const output = context.createMediaStreamDestination();
  const microphone = context.createGain();
  const analyser = context.createAnalyser();
  microphone.connect(analyser).connect(output);
  const connected = new Map<Sound, { readonly track: MediaStreamTrack; readonly node: AudioNode }>();
  const samples = new Float32Array(analyser.fftSize);
  return {
    track: output.stream.getAudioTracks()[0],
    connect(sound, track) {
      const before = connected.get(sound);
      before?.node.disconnect();
      before?.track.stop();
      connected.delete(sound);
      if (!track) return;
      const node = context.createMediaStreamSource(new MediaStream([track]));
      node.connect(sound === 'microphone' ? microphone : output);
      connected.set(sound, { track, node });
    },
    mute: (isMuted) => (microphone.gain.value = isMuted ? 0 : 1),
    level() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      );
    },
    close() {
      for (const { track } of connected.values()) track.stop();
      void context.close();
    },
  };
}
