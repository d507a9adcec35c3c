/**
 * `repaykit/ocr`: reads statements that are scans, on your own machine. Needs the optional packages `tesseract.js` and
 * `@tesseract.js-data/eng`.
 * @module repaykit/ocr
 */

export type { OcrPageOptions, OcrPicture, OcrReader, OcrWord } from '../statements/ocr/ocr-reader.ts';
export { type TesseractOptions, type TesseractReader, tesseractReader } from './tesseract-reader.ts';
