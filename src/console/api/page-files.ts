/** The page's script and style sheet as text. Empty here: the build puts them in (`build/console-page.ts`). */
export const script: string = '';
export const style: string = '';
