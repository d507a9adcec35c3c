import { monthPattern, namesNoOne, wordsOf } from './narration.ts';
import { isOfFirm } from './parties.ts';
import type { StudiedEntry } from './streams.ts';

/** What a remark shows of pay: words, work, a part of it, a rest of something, nothing, a month, or other things. */
export type PayRemark = 'pay' | 'work' | 'part' | 'rest' | 'nothing' | 'month' | 'other';

/** Judges the remark of a credit. `holder` are the holder's names. Ours. */
export function payRemarkOf(entry: StudiedEntry, holder: readonly string[]): PayRemark {
  if (saysPay(entry)) return 'pay';
  const { remark, counterparty } = entry;
  // Banks cut off what stands last.
  const isHolders = (word: string) =>
    holder.some((name) => name === word || (word === remark.at(-1) && name.startsWith(word)));
  const rest = remark.filter((word) => !saysNothing(word) && !counterparty.includes(word) && !isHolders(word));
  const isOfMonth = remark.some(isPeriod);
  // An allowance may be for food or a car.
  if (remark.some((word) => partWords.has(word))) return rest.length === 0 ? 'nothing' : 'part';
  if (namesGoods(entry, rest)) return 'other';
  // PART of a month is a part of pay.
  if (!isOfMonth && remark.some((word) => halfWords.has(word))) return rest.length === 0 ? 'rest' : 'other';
  if (remark.some((word) => workWords.has(word))) return 'work';
  // PAY, SAL, STAFF or a job beside another word is pay, too, if that names no goods, and the payments come like pay.
  if (rest.length === 0 || plainPay.test(remark.join(' ')) || remark.some((word) => jobWords.has(word)))
    return 'nothing';
  return isOfMonth ? 'month' : 'other';
}

/** Whether the words of a credit say that it is pay. */
export function saysPay({ category }: StudiedEntry): boolean {
  return category === 'salary' || category === 'pension';
}

// Where no remark is marked, it stands behind a firm's name, or among a person's names.
function namesGoods({ words, remark, kind }: StudiedEntry, rest: readonly string[]): boolean {
  const isGoods = (word: string) => isOfGoods(word) && !payWords.has(word);
  if (rest.some(isGoods)) return true;
  if (kind !== 'firm') return words.some(isGoods);
  const last = words.findLastIndex((word) => isOfFirm(word) && !isGoods(word));
  return remark.length === 0 && last >= 0 && words.slice(last + 1).some((word) => !nameEnds.has(word) && isGoods(word));
}

function isOfGoods(word: string): boolean {
  return goodsWords.has(word) || (word.length > 4 && goodsWords.has(word.replace(/S$/, '')));
}

// A firm that buys says what. In the remark of pay stands nothing, a month, or the holder's name.
function saysNothing(word: string): boolean {
  return word.length < 3 || /\d/.test(word) || payWords.has(word) || (namesNoOne.has(word) && !isOfGoods(word));
}

const period = new RegExp(`^(?:${monthPattern}|W(?:EE)?K(?:LY)?S?|MO?N?TH(?:LY)?|FORTNIGHT|HALF)\\d*$`);

/** Whether a word names a month, a week or the like. */
export function isPeriod(word: string): boolean {
  return period.test(word);
}

const plainPay = new RegExp(
  `\\bPAY\\b(?! FOR(?! ${monthPattern}\\b))|\\b(?:STAFF|STF|EMPLOYEES?)\\b` +
    `|\\b(?:NET|STF|STAFF|BASIC|${monthPattern})?SAL(?:${monthPattern})?\\d*\\b`,
);

const setOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text));

// Jobs, as in NIGHT GUARD.
const jobWords = setOf(`
  TEACHER TUTOR LECTURER NURSE DRIVER GUARD CLEANER COOK CLERK CASHIER OPERATOR MANAGER OFFICER SUPERVISOR PASTOR COACH
  TECHNICIAN ENGINEER LABOURER WORKER WORKERS ATTENDANT ASSISTANT INTERN LOCUM CASUAL TEMP ADHOC ACCOUNTANT ADMIN
  ADMINISTRATOR SECRETARY RECEPTIONIST SECURITY GATEMAN WATCHMAN STEWARD STEWARDESS WAITER WAITRESS CHEF BARMAN
  HOUSEKEEPER HOUSEKEEPING GARDENER NANNY CARETAKER MATRON MIDWIFE DOCTOR PHARMACIST SCIENTIST LIBRARIAN PRINCIPAL
  STOREKEEPER RIDER MARKETER TRAINEE APPRENTICE GRADUATE CORPER AUXILIARY FOREMAN MECHANIC ELECTRICIAN WELDER MACHINIST
`);

const payWords: ReadonlySet<string> = new Set([
  ...jobWords,
  ...setOf(`
    BEING STAFF PAYEE EMPLOYEE EMP BATCH SCHEDULE BULK NET BASIC GROSS EARNED PERIOD ENTITLEMENT ALLOWANCE HALF FULL
    REGULAR WK WKS BEN BENEFICIARY IFO FVG HR STF DEPT DEPARTMENT UNIT ACCOUNTS BRANCH HQ SITE FUND FUNDS RETAINED
    PERMANENT CONTRACT PROBATION OPS OPERATIONS FINANCE LEGAL ACADEMIC NON JUNIOR SENIOR CADRE LEVEL GRADE STEP GROUP
    TAKE HOME DONE WORK WORKED YOUR YOU MY ITS DUE DUES END MTH MNTH MTHLY MONTHS WEEKS PERIODIC PROJECT TEAM CREW LESS
    MINUS LATENESS ABSENCE DEDUCTION DEDUCTIONS LOAN ADV ADVANCE TAX PAYE PENSION NHF COOP BALANCE BAL FINAL FIRST
    SECOND 1ST 2ND INSTALMENT INSTALLMENT CURRENT PREVIOUS LAST NEW OLD PLUS INCLUDING INCL BACKLOG OUTSTANDING
    SHORTFALL
  `),
]);

// Time at work, and parts of pay beside the basic one.
const workWords = setOf('SHIFT SHIFTS DUTY DUTIES HOURS HRS SESSION SESSIONS LOCUM');
const partWords = setOf(`
  ALLOWANCE ALLOWANCES ALLCE ALLW ARREARS ARREAR ARR ENTITLEMENT ENTITLEMENTS BASIC
`);

// Goods that are the last word of many firms' names.
const nameEnds = setOf('HOUSE SERVICE SERVICES SUPPLY SUPPLIES EVENTS LOGISTICS PROPERTY DESIGN CONSULTING');

// A part of what is paid for, unless a month is named.
const halfWords = setOf('PART BAL BALANCE INSTALMENT INSTALLMENT');

// What a customer, a client or a relative pays for, and what is paid back.
const goodsWords = setOf(`
  BILL CARD CONTRIBUTION FAMILY FOOD GIFT GOODS HOUSE PURCHASE REFUND RETURN REVERSAL UPKEEP UNIFORM CURTAIN
  LAUNDRY LUNCH CATERING CLEANING SERVICE REPAIR WATER FUEL SHIRTS BREAD DEPOSIT MOBILIZATION MOBILISATION MILESTONE
  JOB INVOICE INV SUPPLY SUPPLIES SUPPLIED ORDER DELIVERY DELIVERED WAYBILL DISPATCH HAULAGE FREIGHT TRUCK HIRE RENT
  LEASE BAG CARTON CRATE KEG LITRE LITRES LTRS TUBERS DIESEL PETROL KEROSINE KEROSENE GAS REFILL GENERATOR GEN
  FUMIGATION PRINTING FLYERS BANNER TONER PAPER STATIONERY DESIGN LOGO WEBSITE WEB HOSTING RENEWAL SUBSCRIPTION ADVERT
  JINGLE PHOTOGRAPHY PHOTO VIDEO COVERAGE USHERING DECORATION DECOR EVENT HALL CHAIR TABLE CANOPY FURNITURE PAINT
  TILES CEMENT BLOCKS SAND PLUMBING WIRING WELDING BOREHOLE DRUGS REAGENTS BOOKS TEXTBOOKS LAPTOP PHONE AIRTIME DATA
  RECHARGE TYRES SPARE SPARES PARTS ENGINE RICE BEANS YAM GARRI MAIZE TOMATO TOMATOES PEPPER ONIONS FISH CATFISH
  CROAKER MEAT BEEF CHICKEN BROILERS BIRDS FEED EGG EGGS GOAT COW RAM PALM OIL VEGETABLES FRUITS CAKE CHOPS SNACKS
  DRINKS
  ZOBO SNACK MEALS FEEDING POCKET SHOES CLOTHES FABRIC ANKARA LACE GELE SEWING TAILORING LAND PLOT PROPERTY CAR VEHICLE
  CONSULTANCY CONSULTING RETAINER RETAINERSHIP TRAINING FEE FEES COMMISSION IMPREST FLOAT EXPENSES LOGISTICS PETTY
  BIRTHDAY WEDDING SUPPORT SCHOLARSHIP GRANT DONATION PRIZE AWARD DIVIDEND INTEREST CLAIM
`);
