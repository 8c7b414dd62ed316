import { useEffect, useState, useSyncExternalStore } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { type Caption, captionAt } from './caption.ts';
import type { StagedAnswer } from './agent-room.ts';

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>;

/** Languages of voices, the best first. Cantonese (`zh-HK`) is another language than the answers'. */
const tags: Record<StagedAnswer['language'], readonly RegExp[]> = {
  en_US: [/^en-US/i, /^en/i],
  zh_TW: [/^(zh|cmn)-(Hant-)?TW/i, /^(zh|cmn)(-Hant|-Hans)?(-CN)?$/i],
};

/** Returns the device's own voice that speaks a language; voices that send the text to a server are not used. */
export function localVoice<V extends Voice>(voices: readonly V[], language: StagedAnswer['language']): V | undefined {
  const local = voices.filter(({ localService }) => localService);
  for (const tag of tags[language]) {
    const voice = local.find(({ lang }) => tag.test(lang.replaceAll('_', '-')));
    if (voice) return voice;
  }
  return undefined;
}

const speech = 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined;

function subscribe(look: () => void): () => void {
  speech?.addEventListener('voiceschanged', look);
  return () => speech?.removeEventListener('voiceschanged', look);
}

/** A sentence that is further along than this is not begun any more. */
const latestPart = 0.4;

/**
 * Speaks each sentence of the AI host's answer as it begins; off until the fan turns it on. `isMissing`: the device
 * cannot speak the language of the answer.
 */
export function useVoice(answer: StagedAnswer | undefined, { state, index }: Pick<Caption, 'state' | 'index'>) {
  const [isOn, setOn] = useState(false);
  // Browsers load their voices late.
  useSyncExternalStore(
    subscribe,
    () => speech?.getVoices().length ?? 0,
    () => 0,
  );
  const voice = answer && localVoice(speech?.getVoices() ?? [], answer.language);

  useEffect(() => {
    const sentence = isOn && state === 'speaking' ? answer?.sentences[index] : undefined;
    if (!sentence || !voice || captionAt([sentence], serverNowMs()).part > latestPart) return undefined;
    const utterance = new SpeechSynthesisUtterance(sentence.text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    speech?.speak(utterance);
    return () => speech?.cancel();
  }, [isOn, answer, state, index, voice]);

  return { canSpeak: speech !== undefined, isOn, isMissing: isOn && answer !== undefined && !voice, setOn };
}
