import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'falling-interest',
    holder: 'ADAMU YARO SHINKAFI',
    why: 'A term loan is repaid with falling interest. LN is short for loan.',
    lines: `
      2025-01-05 - 15000 spend | NIP TRANSFER TO JAIZ - SHINKAFI AISHA/school allowance
      2025-01-26 - 1939 spend | POS PURCHASE -959291-ADDIDE STORES LANG
      2025-01-27 + 231450.60 salary | FGN/NIG CUSTOMS SVC/JAN2025/7872017931
      2025-01-28 - 12400 debt | INT. ON TERM LN 780919577468
      2025-01-28 - 55555.55 debt | PRIN. LIQ 267844249228
      2025-02-05 - 15000 spend | NIP TRANSFER TO JAIZ - SHINKAFI AISHA/school allowance
      2025-02-09 - 2472 spend | ATM WITHDRAWAL-0167-ALLEN AVENUE/Lagos//NG
      2025-02-26 + 231450.60 salary | FGN/NIG CUSTOMS SVC/FEB2025/8416562441
      2025-02-28 - 11200 debt | INT. ON TERM LN 161757420463
      2025-02-28 - 55555.55 debt | PRIN. LIQ 712469094343
      2025-03-05 - 15000 spend | NIP TRANSFER TO JAIZ - SHINKAFI AISHA/school allowance
      2025-03-10 - 1283 spend | ATM WITHDRAWAL-2988-ALLEN AVENUE/Lagos//NG
      2025-03-28 + 231450.60 salary | FGN/NIG CUSTOMS SVC/MAR2025/0760303107
      2025-03-28 - 10000 debt | INT. ON TERM LN 177599844253
      2025-03-28 - 55555.55 debt | PRIN. LIQ 284504787414
      2025-04-05 - 15000 spend | NIP TRANSFER TO JAIZ - SHINKAFI AISHA/school allowance
      2025-04-22 - 26.88 spend | NIP CHARGE + VAT
      2025-04-27 + 231450.60 salary | FGN/NIG CUSTOMS SVC/APR2025/2917348533
      2025-04-28 - 8800 debt | INT. ON TERM LN 752955447927
      2025-04-28 - 55555.55 debt | PRIN. LIQ 780613384571`,
  },
  {
    name: 'collected-in-parts',
    holder: 'EKAETE UWEM INYANG',
    why: 'Lenders debit what they find, on changing days. A standing order and a mandate name contracts.',
    lines: `
      2025-01-20 - 10086 spend | POS PURCHASE -664111-TOTAL FILLING STATION LANG
      2025-01-27 + 86500 salary | NIP/KEYSTONE/AKWA SAVANNAH HOTELS/
      2025-02-02 - 8000 debt | AUTODEBIT/KASHWISE/452451069
      2025-02-22 - 13276 spend | Airtime/08039581405/MTN
      2025-02-26 + 86500 salary | NIP/KEYSTONE/AKWA SAVANNAH HOTELS/
      2025-03-09 - 6000 debt | INDUSTRIAL CREDIT AND FIN CO/160554773
      2025-03-12 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-03-14 - 3100 debt | AUTODEBIT/KASHWISE/903049530
      2025-03-28 + 86500 salary | NIP/KEYSTONE/AKWA SAVANNAH HOTELS/
      2025-04-03 - 8000 debt | AUTODEBIT/KASHWISE/499806523
      2025-04-04 - 4500 debt | INDUSTRIAL CREDIT AND FIN CO/975451928
      2025-04-25 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-04-27 + 86500 salary | NIP/KEYSTONE/AKWA SAVANNAH HOTELS/
      2025-05-02 - 2800 spend | NIP TRANSFER TO OPAY - HALIMA BELLO
      2025-05-26 + 86500 salary | NIP/KEYSTONE/AKWA SAVANNAH HOTELS/
      2025-05-28 - 6000 debt | INDUSTRIAL CREDIT AND FIN CO/124057202
      2025-05-30 - 4300 debt | GSI RECOVERY/AELLA MFB/4624284207`,
  },
  {
    name: 'part-payments-month-by-month',
    holder: 'IDOWU FOLARIN OGUNBIYI',
    why: 'A tailor pays for his machine in parts of changing size. One part payment for curtains is a purchase.',
    lines: `
      2025-02-04 + 15000 income | NIP/OPAY/MRS BALOGUN/sewing
      2025-02-10 - 9425 spend | ATM WITHDRAWAL-6841-ALLEN AVENUE/Lagos//NG
      2025-02-10 - 20000 debt | MOBILE TRF TO MR CHINEDU EZEANI/industrial machine part payment
      2025-03-09 + 28000 income | NIP/OPAY/MRS BALOGUN/sewing
      2025-03-12 - 15000 debt | MOBILE TRF TO MR CHINEDU EZEANI/industrial machine part payment
      2025-03-20 - 18000 spend | NIP TRANSFER TO GTB - FUNKE BEST/curtain part payment
      2025-03-27 - 10927 spend | NIP TRANSFER TO OPAY - EMEKA NWOSU
      2025-04-06 - 8945 spend | Airtime/08035544275/MTN
      2025-04-09 - 20000 debt | MOBILE TRF TO MR CHINEDU EZEANI/industrial machine part payment
      2025-04-13 + 19000 income | NIP/OPAY/MRS BALOGUN/sewing
      2025-05-04 - 53.75 spend | NIP CHARGE + VAT
      2025-05-06 + 33000 income | NIP/OPAY/MRS BALOGUN/sewing
      2025-05-11 - 24000 debt | MOBILE TRF TO MR CHINEDU EZEANI/industrial machine part payment`,
  },
  {
    name: 'equal-but-no-contract',
    holder: 'SHERIFF ADEGOKE BALOGUN',
    why: 'Equal each month, but no contract: data, support, savings, a standing order to himself.',
    lines: `
      2025-01-03 - 10000 spend | MTN DATA BUNDLE 08036231754
      2025-01-08 - 6500 debt | MC POS Intl- SPOTIFY STOCKHOLM
      2025-01-14 - 15000 spend | NIP TRANSFER TO WEMA - COWRYWISE/regular plan
      2025-01-16 - 50 spend | ELECTRONIC MONEY TRANSFER LEVY
      2025-01-25 + 172000 salary | NIP/GTB/SKYE WINGS AVIATION/1277427665
      2025-01-26 - 40000 spend | NIP TRANSFER TO OPAY - BALOGUN SHAKIRAT/pocket money
      2025-01-26 - 30000 spend | STANDING ORDER/BALOGUN SHERIFF ADEGOKE/GTB
      2025-02-03 - 13977 spend | NIP TRANSFER TO OPAY - NGOZI OKEKE
      2025-02-03 - 10000 spend | MTN DATA BUNDLE 08032170703
      2025-02-08 - 6500 debt | MC POS Intl- SPOTIFY STOCKHOLM
      2025-02-14 - 15000 spend | NIP TRANSFER TO WEMA - COWRYWISE/regular plan
      2025-02-25 + 172000 salary | NIP/GTB/SKYE WINGS AVIATION/0662078452
      2025-02-26 - 40000 spend | NIP TRANSFER TO OPAY - BALOGUN SHAKIRAT/pocket money
      2025-02-26 - 30000 spend | STANDING ORDER/BALOGUN SHERIFF ADEGOKE/GTB
      2025-03-03 - 10000 spend | MTN DATA BUNDLE 08032569731
      2025-03-08 - 6500 debt | MC POS Intl- SPOTIFY STOCKHOLM
      2025-03-14 - 1149 spend | ATM WITHDRAWAL-7473-ALLEN AVENUE/Lagos//NG
      2025-03-14 - 15000 spend | NIP TRANSFER TO WEMA - COWRYWISE/regular plan
      2025-03-25 + 172000 salary | NIP/GTB/SKYE WINGS AVIATION/9928663239
      2025-03-26 - 40000 spend | NIP TRANSFER TO OPAY - BALOGUN SHAKIRAT/pocket money
      2025-03-26 - 30000 spend | STANDING ORDER/BALOGUN SHERIFF ADEGOKE/GTB
      2025-04-03 - 10000 spend | MTN DATA BUNDLE 08032875093
      2025-04-08 - 6500 debt | MC POS Intl- SPOTIFY STOCKHOLM
      2025-04-14 - 15000 spend | NIP TRANSFER TO WEMA - COWRYWISE/regular plan
      2025-04-23 - 53.75 spend | NIP CHARGE + VAT
      2025-04-25 + 172000 salary | NIP/GTB/SKYE WINGS AVIATION/9932049459
      2025-04-26 - 40000 spend | NIP TRANSFER TO OPAY - BALOGUN SHAKIRAT/pocket money
      2025-04-26 - 30000 spend | STANDING ORDER/BALOGUN SHERIFF ADEGOKE/GTB`,
  },
];
