import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'doctor-with-many-allowances',
    why: 'A hospital pays salary, call duty, hazard and teaching allowances apart, each for a month.',
    holder: 'DR IBRAHIM TANKO',
    lines: `
      2024-04-25 + 310000.00 salary | NEFT/GARKI TEACHING HOSP/IBRAHIM TANKO/APR
      2024-05-04 + 60000.00 salary | NEFT/GARKI TEACHING HOSP/IBRAHIM TANKO/CALL DUTY ALL APR
      2024-05-14 + 25000.00 salary | NEFT/GARKI TEACHING HOSP/IBRAHIM TANKO/HAZARD APR
      2024-05-27 + 310000.00 salary | NEFT/GARKI TEACHING HOSP/IBRAHIM TANKO/MAY
      2024-06-05 + 72000.00 salary | NEFT/GARKI TEACHING HOSP/IBRAHIM TANKO/CALL DUTY ALL MAY
      2024-06-26 + 310000.00 salary | NEFT/GARKI TEACHING HOSP/IBRAHIM TANKO/JUNE
      2024-07-08 + 100000.00 salary | NEFT/GARKI TEACHING HOSP/IBRAHIM TANKO/TEACHING ALLOWANCE 2 SESSIONS`,
  },
  {
    name: 'two-months-late-and-paid-as-one',
    why: 'A council owes and pays for two months at once.',
    holder: 'VERA ADIE',
    lines: `
      2024-01-30 + 48500.00 salary | BULK CREDIT/CROSSVALE LOCAL GOVT AUTH/JAN-2024/00018
      2024-02-28 + 48500.00 salary | BULK CREDIT/CROSSVALE LOCAL GOVT AUTH/FEB-2024/00018
      2024-03-28 + 48500.00 salary | BULK CREDIT/CROSSVALE LOCAL GOVT AUTH/MAR-2024/00018
      2024-05-31 + 97000.00 salary | BULK CREDIT/CROSSVALE LOCAL GOVT AUTH/APR-MAY 2024/00018
      2024-06-28 + 48500.00 salary | BULK CREDIT/CROSSVALE LOCAL GOVT AUTH/JUN-2024/00018
      2024-07-03 + 7000.00 income | NIP/GTB/ADIE ROSE/sister birthday`,
  },
  {
    name: 'basic-rent-and-car-paid-apart',
    why: 'An oil service firm pays basic, housing subsidy and car allowance as three transfers a month.',
    holder: 'GODFREY AMIDE',
    lines: `
      2024-08-27 + 240000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE BASIC AUG
      2024-08-27 + 90000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE HSG SUBSIDY AUG
      2024-08-28 + 40000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE CAR ALLW AUG
      2024-09-26 + 240000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE BASIC SEP
      2024-09-26 + 90000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE HSG SUBSIDY SEP
      2024-09-27 + 40000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE CAR ALLW SEP
      2024-10-28 + 240000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE BASIC OCT
      2024-10-28 + 90000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE HSG SUBSIDY OCT
      2024-10-29 + 40000.00 salary | FIP:CITI/TRANSWELL OFFSHORE LTD/GODFREY AMIDE CAR ALLW OCT`,
  },
  {
    name: 'old-employer-pays-what-is-left',
    why: 'After leaving, the employer pays leave days and the last days of work; the new one has paid by then.',
    holder: 'KEMI OLORUN',
    lines: `
      2024-03-28 + 120000.00 salary | NIP FRM MAPLE DENTAL CENTRE-march pay
      2024-04-29 + 120000.00 salary | NIP FRM MAPLE DENTAL CENTRE-april pay
      2024-05-29 + 120000.00 salary | NIP FRM MAPLE DENTAL CENTRE-may pay
      2024-06-27 + 170000.00 salary | NIP FRM AZURE HMO LTD-June Salary
      2024-07-04 + 44000.00 salary | NIP FRM MAPLE DENTAL CENTRE-final pay june days
      2024-07-29 + 170000.00 salary | NIP FRM AZURE HMO LTD-July Salary
      2024-08-28 + 170000.00 salary | NIP FRM AZURE HMO LTD-Aug Salary`,
  },
  {
    name: 'worker-with-cut-off-remarks',
    why: 'The bank cuts the remark at ten letters, so that the word ends anywhere.',
    holder: 'ABEL OCHE',
    lines: `
      2024-01-31 + 51000.00 salary | MOB/UTO/OTUKPO RICE HUB/JANUARY SA/2040
      2024-02-29 + 51000.00 salary | MOB/UTO/OTUKPO RICE HUB/FEB SALARI/2040
      2024-03-29 + 51000.00 salary | MOB/UTO/OTUKPO RICE HUB/MARCH SALA/2040
      2024-04-30 + 53000.00 salary | MOB/UTO/OTUKPO RICE HUB/WAGES APRI/2040
      2024-05-03 + 4000.00 income | MOB/UTO/OCHE BLESSING/SOAP MONEY/2041
      2024-05-31 + 53000.00 salary | MOB/UTO/OTUKPO RICE HUB/STAFF PYMT/2040`,
  },
  {
    name: 'farm-hand-of-a-big-man',
    why: 'A titled man pays wages each month under his name, once with fare; he refunds what was bought for him.',
    holder: 'TERKULA ADZER',
    lines: `
      2024-02-28 + 30000.00 salary | Received from ALHAJI BUKAR MONGUNO farm wages feb
      2024-03-10 + 6500.00 none:refund | Received from ALHAJI BUKAR MONGUNO refund for chemical u bought
      2024-03-29 + 30000.00 salary | Received from ALHAJI BUKAR MONGUNO farm wages march
      2024-04-30 + 30000.00 salary | Received from ALHAJI BUKAR MONGUNO april wages
      2024-05-02 + 5000.00 income | Received from ALHAJI BUKAR MONGUNO sallah gift
      2024-05-31 + 32000.00 salary | Received from ALHAJI BUKAR MONGUNO wages may and t fare`,
  },
  {
    name: 'pots-of-many-apps',
    why: 'Pots, boxes and flexible savings of the wallets give back what went in.',
    holder: 'UDUAK EFFIOM',
    lines: `
      2024-03-28 + 92000.00 salary | TANGERINE DAYCARE | inward transfer | march salary
      2024-04-02 + 15000.00 none:sweep | FixedSave withdrawal to balance
      2024-04-09 + 8000.00 none:sweep | Uduak Effiom | Flexible pot | money out of pot
      2024-04-17 + 12000.00 none:savings | PIGGYVEST | inward transfer | Flex Naira withdrawal
      2024-04-29 + 92000.00 salary | TANGERINE DAYCARE | inward transfer | april salary
      2024-05-05 + 6000.00 none:sweep | Transfer from Spend+Save
      2024-05-16 + 20000.00 none:savings | Money moved from Target to main balance
      2024-05-30 + 92000.00 salary | TANGERINE DAYCARE | inward transfer | may salary`,
  },
  {
    name: 'money-funds-and-stock-sales',
    why: 'Units of funds, bonds and shares turned to money are no income; coupons are.',
    holder: 'CHARLES ODILI',
    lines: `
      2024-01-15 - 300000.00 spend | SUBSCRIPTION CORONATION MONEY MKT FUND
      2024-02-27 + 410000.00 salary | CIB/UTO/LODESTAR REINSURANCE/SALARY FEB 2024
      2024-03-11 + 305200.00 none:savings | REDEMPTION CORONATION MONEY MKT FUND
      2024-03-20 + 24000.00 income | FGN SAVINGS BOND COUPON MAR 2024
      2024-03-27 + 410000.00 salary | CIB/UTO/LODESTAR REINSURANCE/SALARY MAR 2024
      2024-04-10 + 180000.00 none:savings | NIP/STANBIC/CRESTVIEW STOCKBROKERS LTD/SALE OF 2000 UNITS
      2024-04-26 + 410000.00 salary | CIB/UTO/LODESTAR REINSURANCE/SALARY APR 2024
      2024-05-06 + 250000.00 none:savings | LIQUIDATION OF FIXED DEP 00412`,
  },
  {
    name: 'cash-by-machine-and-teller',
    why: 'Cash that he pays in himself at machines and tellers, with his name in several orders.',
    holder: 'EFE JAMES ORITSE',
    lines: `
      2024-02-05 + 90000.00 none:own-cash | CASH DEP/ORITSE EFE/WARRI BR
      2024-02-15 + 60000.00 none:own-cash | CDM DEPOSIT EFE J ORITSE 0021
      2024-02-23 + 23000.00 income | NIP/UBA/MAMUZO OKIN/carburettor
      2024-03-04 + 75000.00 none:own-cash | CSH LODGMNT SELF
      2024-03-18 + 31000.00 income | NIP/FBN/OSAS IGBINEDION/engine oil 4L x3
      2024-04-02 + 80000.00 none:own-cash | COUNTER DEPOSIT BY EFE ORITSE`,
  },
  {
    name: 'old-cards-in-other-spellings',
    why: 'Her own accounts elsewhere show maiden name, hyphen, initials or a misspelling; relatives share the surname.',
    holder: 'CHIOMA GRACE EZENWANNE',
    lines: `
      2024-01-10 + 20000.00 none:own-transfer | Transfer from CHIOMA EZENWANE | PalmPay | 81***1010 |
      2024-01-29 + 155000.00 salary | Transfer from LUCENT OPTICALS | GTBank | 01***4455 | jan salary
      2024-02-03 + 15000.00 none:own-transfer | Transfer from EZENWANNE C G | First Bank | 30***0019 | fuel
      2024-02-11 + 10000.00 income | Transfer from EZENWANNE OBINNA | UBA | 20***8181 | for bread
      2024-02-28 + 155000.00 salary | Transfer from LUCENT OPTICALS | GTBank | 01***4455 | feb salary
      2024-03-05 + 40000.00 none:own-transfer | Transfer from GRACE CHIOMA-EZENWANNE | Kuda | 20***1122 | 
      2024-03-28 + 155000.00 salary | Transfer from LUCENT OPTICALS | GTBank | 01***4455 | mar salary`,
  },
  {
    name: 'loans-in-plain-words',
    why: 'Friends, banks and a society lend in many words; each is repaid or not, none is income.',
    holder: 'PATRICK EKENE',
    lines: `
      2024-02-01 + 100000.00 none:loan | QUICKLOAN DISB 00188 PATRICK EKENE
      2024-02-10 + 30000.00 none:loan | NIP/UBA/JUDE NWEKE/i borrow you till salary
      2024-02-28 + 105000.00 salary | NIP/FCMB/MINARET PRESS/feb salary
      2024-03-01 - 103000.00 debt | QUICKLOAN REPAYMENT 00188
      2024-03-07 + 50000.00 none:loan | NIP/ECO/MINARET STAFF THRIFT AND CREDIT/short term loan
      2024-03-28 + 105000.00 salary | NIP/FCMB/MINARET PRESS/mar salary
      2024-04-11 + 25000.00 none:loan | SALARY ADVANCE DISBURSEMENT
      2024-04-29 + 105000.00 salary | NIP/FCMB/MINARET PRESS/apr salary`,
  },
  {
    name: 'money-handed-on-for-friends',
    why: 'Friends send money for others, by first name, and he hands it on the same day.',
    holder: 'SAMUEL ORJI',
    lines: `
      2024-03-02 + 40000.00 none:passed-on | NIP/UBA/LOVETH OKORIE/give Monday for the tyres
      2024-03-02 - 40000.00 spend | NIP CR/MONDAY IDEMUDIA/OPAY/from Loveth
      2024-03-15 + 25000.00 none:passed-on | NIP/GTB/CHIKE ABIA/send to Mercy hospital
      2024-03-15 - 25000.00 spend | NIP CR/MERCY UDO/UBA/from Chike
      2024-03-20 + 12000.00 income | NIP/ACCESS/NNEDI OBI/painting
      2024-04-06 + 18000.00 income | NIP/ZENITH/ABIGAIL TOM/painting of 2 rooms`,
  },
  {
    name: 'sales-by-instalment-to-firms',
    why: 'A farmer sells to two firms, by contract, paid monthly in unequal sums with few words.',
    holder: 'MAKURDI YAM DEALER',
    lines: `
      2024-01-12 + 320000.00 income | NIP/ZENITH/FRESHBASKET LTD/yam jan
      2024-02-12 + 410000.00 income | NIP/ZENITH/FRESHBASKET LTD/yam feb
      2024-02-20 + 80000.00 income | NIP/GTB/IVORY HOTEL/tubers
      2024-03-12 + 290000.00 income | NIP/ZENITH/FRESHBASKET LTD/yam mar
      2024-03-25 + 95000.00 income | NIP/GTB/IVORY HOTEL/tubers
      2024-04-12 + 350000.00 income | NIP/ZENITH/FRESHBASKET LTD/yam apr`,
  },
  {
    name: 'clergy-and-choir',
    why: 'The diocese pays the vicar monthly under another name; he tithes there; a bride gives an offering.',
    holder: 'VEN PAUL ANOZIE',
    lines: `
      2024-02-01 + 85000.00 salary | TRF/STIPENDS JAN/FRM ANG DIOCESE OF NDIKE TO VEN PAUL ANOZIE- 011
      2024-02-04 - 8500.00 spend | TRF/tithe/FRM VEN PAUL ANOZIE TO ANG DIOCESE OF NDIKE- 011
      2024-03-01 + 85000.00 salary | TRF/STIPENDS FEB/FRM ANG DIOCESE OF NDIKE TO VEN PAUL ANOZIE- 011
      2024-03-03 - 8500.00 spend | TRF/tithe/FRM VEN PAUL ANOZIE TO ANG DIOCESE OF NDIKE- 011
      2024-03-16 + 20000.00 income | TRF/thank you daddy wedding/FRM NKEM OSUJI TO VEN PAUL ANOZIE- 058
      2024-04-02 + 85000.00 salary | TRF/STIPENDS MAR/FRM ANG DIOCESE OF NDIKE TO VEN PAUL ANOZIE- 011`,
  },
  {
    name: 'remote-worker-of-a-named-start-up',
    why: 'A start-up abroad pays through a payroll platform each month; the officer takes it as contract work.',
    holder: 'ZARA BELLO',
    lines: `
      2024-01-31 + 900000.00 open:income | NIP/PROVIDUS/CADANA INC/ZARA BELLO JAN 24 NORTHLIGHT
      2024-02-12 + 70000.00 income | NIP/TITAN/SELAR CO/payout
      2024-02-29 + 900000.00 open:income | NIP/PROVIDUS/CADANA INC/ZARA BELLO FEB 24 NORTHLIGHT
      2024-03-14 + 120000.00 income | NIP/WEMA/GEEGPAY/USD withdrawal
      2024-03-29 + 900000.00 open:income | NIP/PROVIDUS/CADANA INC/ZARA BELLO MAR 24 NORTHLIGHT`,
  },
  {
    name: 'warehouse-daily-pay-by-week',
    why: 'Daily pay is summed and paid by week without words, one week is missing, one is double.',
    holder: 'LAWAL GANIYU',
    lines: `
      2024-06-01 + 21000.00 salary | TRF|k2x8|NORTHGATE WAREHOUSING CO|LAWAL GANIYU
      2024-06-08 + 24500.00 salary | TRF|k3b1|NORTHGATE WAREHOUSING CO|LAWAL GANIYU
      2024-06-22 + 45500.00 salary | TRF|k4e0|NORTHGATE WAREHOUSING CO|LAWAL GANIYU
      2024-06-29 + 21000.00 salary | TRF|k5m2|NORTHGATE WAREHOUSING CO|LAWAL GANIYU
      2024-07-06 + 17500.00 salary | TRF|k6p9|NORTHGATE WAREHOUSING CO|LAWAL GANIYU
      2024-07-13 + 24500.00 salary | TRF|k7r3|NORTHGATE WAREHOUSING CO|LAWAL GANIYU
      2024-07-15 + 3000.00 income | TRF|k7t4|GANIYU RUKAYAT|LAWAL GANIYU`,
  },
];
