import { useEnvironment } from '#/lib/environment.ts';

/** What stands in the pieces as an example, in the language on screen; the app's own texts are not repeated here. */
export function useSay(): (english: string, chinese: string) => string {
  const { languageType } = useEnvironment();
  return (english, chinese) => (languageType === 'zh_TW' ? chinese : english);
}
